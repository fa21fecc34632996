/* What every part that is fetched later shares with the page itself. Each of them imports this file, so that the
 * bundler puts all of it into one file. Otherwise it would make one for each set of parts that share something,
 * and twenty small responses weigh more than one. */
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
