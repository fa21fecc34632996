/* A panel of the table that is fetched when it is opened for the first time. */
import { h, replace } from "./dom.js";
import type { Panel } from "./play.js";
import { T } from "./text.js";

export class LaterPanel implements Panel {
  readonly element = h("div", {});
  private panel: Promise<Panel> | undefined;

  constructor(
    readonly title: string,
    private readonly fetch: () => Promise<Panel>,
  ) {}

  update(): void {
    this.panel ??= this.fetch().then((panel) => {
      replace(this.element, panel.element);
      return panel;
    });
    this.panel.then(
      (panel) => panel.update(),
      () => {
        this.panel = undefined; // no network: the next time tries again
        replace(this.element, h("p", {}, T("This part of the page cannot be fetched now.")));
      },
    );
  }
}
