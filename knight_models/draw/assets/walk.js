"use strict";

/** The path of a tour or a search after some events: each places a vertex, or (-1) takes the last one back. */
class Walk {
  constructor(panel) {
    this.events = Int32Array.from(panel.events);
    this.search = panel.search;
    this.closes = panel.closes;
    this.length = this.events.length;
    this.path = new Int32Array(this.length);
    this.number = new Int32Array(panel.vertices);
    this.backtracks = new Int32Array(panel.vertices);
    this.changed = () => {};
    this.at = 0;
    this.depth = 0;
    this.kept = 0;
    this.replay();
  }

  /** The vertex that each event took back, the longest path so far, and the most often that one was taken back. */
  replay() {
    this.taken = new Int32Array(this.search ? this.length : 0);
    this.deepest = new Int32Array(this.search ? this.length + 1 : 0);
    if (!this.search) return;
    const count = new Int32Array(this.number.length);
    let depth = 0;
    this.mostBacktracks = 0;
    this.events.forEach((vertex, at) => {
      if (vertex >= 0) {
        this.path[depth++] = vertex;
      } else {
        this.taken[at] = this.path[--depth];
        this.mostBacktracks = Math.max(this.mostBacktracks, ++count[this.taken[at]]);
      }
      this.deepest[at + 1] = Math.max(this.deepest[at], depth);
    });
  }

  seek(target) {
    while (this.at < target) this.forward();
    while (this.at > target) this.backward();
  }

  forward() {
    const at = this.at++;
    if (this.events[at] >= 0) {
      this.push(this.events[at]);
    } else {
      this.backtracks[this.taken[at]]++;
      this.pop();
    }
  }

  backward() {
    const at = --this.at;
    if (this.events[at] >= 0) {
      this.pop();
    } else {
      this.backtracks[this.taken[at]]--;
      this.push(this.taken[at]);
    }
  }

  push(vertex) {
    this.path[this.depth++] = vertex;
    if (!this.number[vertex]) this.number[vertex] = this.depth;
    this.changed(vertex);
  }

  pop() {
    const vertex = this.path[this.depth - 1];
    if (this.number[vertex] === this.depth) this.number[vertex] = 0;
    this.kept = Math.min(this.kept, --this.depth);
    this.changed(vertex);
  }

  /** The length of the longest path of a search. */
  get most() {
    return this.deepest[this.length];
  }

  /** The number of vertices from the start that are the same as at the last call. */
  unchanged() {
    const kept = this.kept;
    this.kept = this.depth;
    return kept;
  }

  get finished() {
    return this.at === this.length;
  }

  get head() {
    return this.path[this.depth - 1];
  }

  /** The vertex that the next event leads to: a new one, or the one before the last. */
  get next() {
    if (this.finished || !this.depth) return undefined;
    const event = this.events[this.at];
    return event >= 0 ? event : this.path[this.depth - 2];
  }

  /** The step that visits a vertex; in a search, the next one that places it; 0 if none does. */
  visit(vertex) {
    const ahead = this.search ? this.events.indexOf(vertex, this.at) : -1;
    return (ahead >= 0 ? ahead : this.events.indexOf(vertex)) + 1;
  }
}

/** The positions and the names of the vertices. */
class Field {
  constructor(panel) {
    this.panel = panel;
    this.x = new Float64Array(panel.vertices);
    this.y = new Float64Array(panel.vertices);
    if (panel.shape) this.placeSquares();
    else panel.places.forEach(([x, y], vertex) => { this.x[vertex] = x; this.y[vertex] = y; });
  }

  placeSquares() {
    const { shape, side, cells } = this.panel;
    this.columns = shape.at(-1);
    this.rows = shape.at(-2) ?? 1;
    this.cells = cells ?? null;
    for (let vertex = 0; vertex < this.x.length; vertex++) {
      const { frame, row, column } = this.square(vertex);
      this.x[vertex] = frame[0] + (column + 0.5) * side;
      this.y[vertex] = frame[1] + (row + 0.5) * side;
    }
  }

  cell(vertex) {
    return this.cells ? this.cells[vertex] : vertex;
  }

  square(vertex) {
    const cell = this.cell(vertex);
    const layer = Math.floor(cell / (this.rows * this.columns));
    const row = Math.floor(cell / this.columns) % this.rows;
    return { layer, frame: this.panel.frames[layer], row, column: cell % this.columns };
  }

  /** The vertex at a point of the picture, or -1. */
  at(x, y) {
    return this.panel.shape ? this.squareAt(x, y) : this.nearest(x, y);
  }

  squareAt(x, y) {
    const side = this.panel.side;
    for (const [layer, [left, top]] of this.panel.frames.entries()) {
      const row = Math.floor((y - top) / side);
      const column = Math.floor((x - left) / side);
      if (row < 0 || row >= this.rows || column < 0 || column >= this.columns) continue;
      const cell = (layer * this.rows + row) * this.columns + column;
      return this.cells ? this.cells.indexOf(cell) : cell;
    }
    return -1;
  }

  nearest(x, y) {
    let best = -1;
    let least = Math.max(12, this.panel.radius) ** 2;
    for (let vertex = 0; vertex < this.x.length; vertex++) {
      const distance = (this.x[vertex] - x) ** 2 + (this.y[vertex] - y) ** 2;
      if (distance <= least) [best, least] = [vertex, distance];
    }
    return best;
  }

  name(vertex) {
    const { names, shape } = this.panel;
    if (names) return names[vertex];
    if (shape.length === 2) return this.algebraic(vertex);
    const places = [];
    let cell = this.cell(vertex);
    for (const length of [...shape].reverse()) {
      places.unshift(cell % length);
      cell = Math.floor(cell / length);
    }
    return places.join(",");
  }

  algebraic(vertex) {
    const { row, column } = this.square(vertex);
    let letters = "";
    for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      letters = String.fromCharCode(97 + (rest - 1) % 26) + letters;
    }
    return letters + (this.rows - row);
  }
}
