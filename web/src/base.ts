/* What every part of the page that is fetched later has in common with the page itself. Each of them names this file,
 * so that the bundler puts all of it into one file: for each set of parts that share something it would make another,
 * and twenty small answers weigh more than one. */
import "./aloud.js";
import "./analysis.js";
import "./client.js";
import "./confirm.js";
import "./daily.js";
import "./gallery.js";
import "./home.js";
import "./kept.js";
import "./play.js";
import "./settings.js";
import "./store.js";
import "./thinker.js";
