/** One panel of the page: its walk, and everything that is drawn of it. */
class Board {
  constructor(panel, figure, look, numbers) {
    this.panel = panel;
    this.figure = figure;
    this.look = look;
    this.walk = new Walk(panel);
    this.field = new Field(panel);
    this.state = figure.querySelector(".state");
    this.svg = figure.querySelector("svg");
    this.build(figure.querySelector(".stage"));
    figure.classList.add("plays");
    this.resize(numbers);
  }

  build(stage) {
    const { svg, walk, field, look, panel } = this;
    svg.querySelector(".finished").remove();
    const vertices = svg.querySelector(".vertices");
    this.pixels = panel.pixels ? new Pixels(stage, walk, field, look) : null;
    this.marks = panel.numbered ? new Marks(svg, walk, field, look) : null;
    this.top = panel.pixels ? this.overlay(stage) : svg;
    if (this.marks?.heat) svg.insertBefore(this.marks.heat, vertices);
    const under = shape("g", { class: "path" });
    svg.insertBefore(under, vertices);
    this.line = panel.pixels ? null : new Line(under, walk, field, look);
    this.start = shape("circle", { class: "start", fill: look.start }, this.top);
    this.end = shape("rect", { class: "end", fill: look.end }, this.top);
    if (this.marks) this.top.append(this.marks.numbers);
    this.halo = shape("circle", { class: "halo", fill: "none", stroke: look.paper }, this.top);
    this.head = shape("circle", { class: "head", fill: "none", stroke: look.ink }, this.top);
  }

  overlay(stage) {
    return shape("svg", { viewBox: this.svg.getAttribute("viewBox"), class: "over", "aria-hidden": "true" }, stage);
  }

  /** Pixels to the unit. */
  get scale() {
    return (this.svg.getBoundingClientRect().width || 1) / this.panel.width;
  }

  /** A length in units, raised to at least `pixels` pixels, and at most `most` units. */
  atLeast(units, pixels, most) {
    return Math.min(most, Math.max(units, pixels / this.scale));
  }

  /** Whether numbers can be read at the current size of the board. */
  get legible() {
    return this.panel.numbered && this.panel.font * this.scale >= 6;
  }

  get numbered() {
    return Boolean(this.marks?.shown);
  }

  resize(numbers) {
    const { side, radius, disc } = this.panel;
    this.size = this.atLeast(Math.min(0.4 * side, 0.8 * radius), 4.5, 6 * side);
    this.start.setAttribute("r", this.size);
    for (const name of ["width", "height"]) this.end.setAttribute(name, 1.8 * this.size);
    this.end.setAttribute("rx", 0.2 * this.size);
    const ring = Math.max(disc + 3, this.size, this.atLeast(0, 6, 12 * side));
    this.head.setAttribute("r", ring);
    this.head.setAttribute("stroke-width", this.atLeast(3, 2, 5 * side));
    this.halo.setAttribute("r", ring);
    this.halo.setAttribute("stroke-width", this.atLeast(5, 5, 9 * side));
    if (this.line) this.line.width = this.atLeast(0.1 * side, 1.2, 0.4 * side);
    if (this.marks) this.marks.shown = numbers ?? this.legible;
  }

  /** Shows the state after some steps of the common clock, and how far the next move has come. */
  draw(step, part) {
    const { walk } = this;
    walk.seek(Math.min(step, walk.length));
    this.line?.draw();
    this.marks?.draw();
    this.pixels?.draw();
    this.drawEnds();
    this.drawHead(part);
    this.state.textContent = this.told();
    this.figure.dataset.step = walk.at;
  }

  drawEnds() {
    const { walk, field, size } = this;
    const ended = walk.finished && !walk.search && !walk.closes && walk.length > 1;
    this.start.setAttribute("display", walk.depth ? "inline" : "none");
    this.end.setAttribute("display", ended ? "inline" : "none");
    if (!walk.depth) return;
    this.start.setAttribute("cx", field.x[walk.path[0]]);
    this.start.setAttribute("cy", field.y[walk.path[0]]);
    this.end.setAttribute("x", field.x[walk.head] - 0.9 * size);
    this.end.setAttribute("y", field.y[walk.head] - 0.9 * size);
  }

  drawHead(part) {
    const { walk, field } = this;
    const { x, y } = field;
    const next = part && this.straight(walk.head, walk.next) ? walk.next : walk.head;
    // a finished tour looks as it does in other pictures: start and end are not hidden by a ring
    const shown = walk.depth && (walk.search || !walk.finished);
    for (const ring of [this.halo, this.head]) {
      ring.setAttribute("display", shown ? "inline" : "none");
      if (!shown) continue;
      ring.setAttribute("cx", x[walk.head] + part * (x[next] - x[walk.head]));
      ring.setAttribute("cy", y[walk.head] + part * (y[next] - y[walk.head]));
    }
  }

  straight(from, to) {
    const moves = this.panel.moves ?? {};
    return to !== undefined && !(`${from},${to}` in moves) && !(`${to},${from}` in moves);
  }

  told() {
    const { walk, field } = this;
    const grouped = (number) => number.toLocaleString("en");
    if (!walk.depth) return `event ${grouped(walk.at)} of ${grouped(walk.length)}: nothing on the path`;
    const name = field.name(walk.head);
    if (!walk.search) {
      const squares = walk.length - (walk.closes ? 1 : 0);
      if (walk.depth > squares) return `${grouped(squares)} of ${grouped(squares)}, back to ${name}`;
      return `${grouped(walk.at)} of ${grouped(squares)}: ${name}`;
    }
    const home = walk.closes && walk.finished ? 1 : 0;
    const back = (walk.at - walk.depth) / 2;
    const placed = walk.at - back - home;
    return `event ${grouped(walk.at)} of ${grouped(walk.length)}: ${home ? "back to " : ""}${name}\n`
      + `path ${grouped(walk.depth - home)}, deepest ${grouped(walk.deepest[walk.at] - home)}, placed ${grouped(placed)}, `
      + `taken back ${grouped(back)}`;
  }

  /** The step that a click goes to, or 0. */
  stepAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const vertex = this.field.at(point.x, point.y);
    return vertex < 0 ? 0 : this.walk.visit(vertex);
  }
}
