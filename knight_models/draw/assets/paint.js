const SHAPES = document.querySelector("svg").namespaceURI;

function shape(name, attributes, parent) {
  const element = document.createElementNS(SHAPES, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function within(low, value, high) {
  return Math.min(high, Math.max(low, value));
}

/** The line of a walk, with at most one part for each colour; only parts that changed are written. */
class Line {
  constructor(parent, walk, field, look) {
    Object.assign(this, { walk, field, look, moves: field.panel.moves });
    this.total = Math.max(1, (walk.search ? Math.max(walk.number.length, walk.most) : walk.length) - 1);
    this.parts = Math.min(look.colours.length, this.total);
    this.built = new Int32Array(this.parts);
    this.layers = field.panel.layers.map((kind) => this.layer(kind, parent));
  }

  layer(kind, parent) {
    const group = shape("g", {
      class: `line line-${kind}`, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round",
      opacity: kind === "across" ? 0.6 : 1,
    }, parent);
    if (kind === "wrong") group.setAttribute("stroke-dasharray", "6 8");
    return { kind, group, paths: [] };
  }

  begin(part) {
    return Math.round(part * this.total / this.parts);
  }

  draw() {
    const unchanged = this.walk.unchanged();
    for (let part = 0; part < this.parts; part++) {
      const first = this.begin(part);
      const wanted = within(0, this.walk.depth - 1 - first, this.begin(part + 1) - first);
      if (wanted === this.built[part] && (!wanted || first + wanted < unchanged)) continue;
      this.built[part] = wanted;
      for (const layer of this.layers) this.write(layer, part, first, wanted);
    }
  }

  write(layer, part, first, count) {
    const text = this.stretch(layer.kind, first, count);
    if (!text && !layer.paths[part]) return;
    layer.paths[part] ??= this.path(layer, part);
    layer.paths[part].setAttribute("d", text);
  }

  path(layer, part) {
    const { colours, wrong } = this.look;
    const shade = colours[Math.floor((part + 0.5) * colours.length / this.parts)];
    return shape("path", { stroke: layer.kind === "wrong" ? wrong : shade }, layer.group);
  }

  stretch(kind, first, count) {
    const { x, y } = this.field;
    const path = this.walk.path;
    let text = "";
    let down = false;
    for (let move = first; move < first + count; move++) {
      const [from, to] = [path[move], path[move + 1]];
      const special = this.moves?.[`${from},${to}`];
      if ((special ? special[0] : "plain") !== kind) {
        down = false;
        continue;
      }
      if (!down) text += `M${x[from]} ${y[from]}`;
      text += special ? special[1] : `L${x[to]} ${y[to]}`;
      down = true;
    }
    return text;
  }

  set width(width) {
    for (const { kind, group } of this.layers) {
      group.setAttribute("stroke-width", kind === "across" ? 0.45 * width : width);
    }
  }
}

/** The number of each visited vertex in a disc, and a tint of the vertices that a search took back. */
class Marks {
  constructor(svg, walk, field, look) {
    Object.assign(this, { walk, field, look });
    const { disc, font } = field.panel;
    this.heat = walk.search ? shape("g", { class: "heat", fill: look.wrong }) : null;
    this.numbers = shape("g", {
      class: "numbers", "font-size": font, "text-anchor": "middle", "stroke-width": 1.2,
    });
    this.given = new Set(field.panel.given);
    this.disc = disc;
    this.elements = [];
    this.tints = [];
    this.stale = { numbers: new Set(), tints: new Set() };
    walk.changed = (vertex) => {
      this.stale.numbers.add(vertex);
      if (this.heat) this.stale.tints.add(vertex);
    };
  }

  get shown() {
    return this.numbers.getAttribute("display") !== "none";
  }

  set shown(shown) {
    this.numbers.setAttribute("display", shown ? "inline" : "none");
  }

  /** Numbers that are not shown have no elements, so that a page of many boards stays small. */
  draw() {
    if (this.shown) {
      this.stale.numbers.forEach((vertex) => this.write(vertex));
      this.stale.numbers.clear();
    }
    this.stale.tints.forEach((vertex) => this.tint(vertex));
    this.stale.tints.clear();
  }

  write(vertex) {
    const number = this.walk.number[vertex];
    if (!number && !this.elements[vertex]) return;
    this.elements[vertex] ??= this.element(vertex);
    const [group, circle, text, title] = this.elements[vertex];
    group.setAttribute("display", number ? "inline" : "none");
    if (!number) return;
    const { walk, look } = this;
    const bare = number === 1 || (number === walk.length && !walk.search && !walk.closes);
    const shade = Math.floor((number - 1) * look.colours.length / walk.number.length);
    circle.setAttribute("stroke", look.colours[Math.min(shade, look.colours.length - 1)]);
    circle.setAttribute("display", bare ? "none" : "inline");
    text.setAttribute("fill", bare ? look.paper : look.ink);
    text.textContent = number;
    title.textContent = `${this.field.name(vertex)}: ${number}`;
  }

  element(vertex) {
    const [x, y] = [this.field.x[vertex], this.field.y[vertex]];
    const group = shape("g", { class: "number", "data-vertex": vertex }, this.numbers);
    const title = shape("title", {}, group);
    const circle = shape("circle", { cx: x, cy: y, r: this.disc, fill: this.look.paper }, group);
    const text = shape("text", { x, y: y + 0.36 * this.field.panel.font }, group);
    if (this.given.has(vertex)) text.setAttribute("font-weight", "bold");
    return [group, circle, text, title];
  }

  tint(vertex) {
    const count = this.walk.backtracks[vertex];
    if (!count && !this.tints[vertex]) return;
    this.tints[vertex] ??= this.patch(vertex);
    const part = Math.log1p(count) / Math.log1p(this.walk.mostBacktracks);
    this.tints[vertex].setAttribute("opacity", (0.45 * part).toFixed(3));
  }

  patch(vertex) {
    const { shape: board, side, radius } = this.field.panel;
    const half = board ? side / 2 : 1.2 * Math.min(radius, 20);
    return shape("rect", {
      x: this.field.x[vertex] - half, y: this.field.y[vertex] - half, width: 2 * half, height: 2 * half,
      rx: board ? 0 : half,
    }, this.heat);
  }
}

/** Large boards: each square is a pixel in the colour of its step. */
class Pixels {
  constructor(stage, walk, field, look) {
    Object.assign(this, { walk, field });
    this.layers = field.panel.frames.map((frame) => this.layer(stage, frame));
    this.shades = Uint32Array.from(look.colours, (hex) => {
      const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
      return (0xff000000 | blue << 16 | green << 8 | red) >>> 0;
    });
    walk.changed = (vertex) => this.colour(vertex);
  }

  layer(stage, [left, top]) {
    const { rows, columns, panel: { side, width, height } } = this.field;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: columns, height: rows });
    Object.assign(canvas.style, {
      left: `${100 * left / width}%`, top: `${100 * top / height}%`,
      width: `${100 * columns * side / width}%`, height: `${100 * rows * side / height}%`,
    });
    stage.append(canvas);
    const context = canvas.getContext("2d");
    const image = context.createImageData(columns, rows);
    return { context, image, pixels: new Uint32Array(image.data.buffer), stale: false };
  }

  colour(vertex) {
    const size = this.field.rows * this.field.columns;
    const cell = this.field.cell(vertex);
    const layer = this.layers[Math.floor(cell / size)];
    const number = this.walk.number[vertex];
    const shade = Math.floor((number - 1) * this.shades.length / this.walk.number.length);
    layer.pixels[cell % size] = number ? this.shades[Math.min(shade, this.shades.length - 1)] : 0;
    layer.stale = true;
  }

  draw() {
    for (const layer of this.layers) {
      if (layer.stale) layer.context.putImageData(layer.image, 0, 0);
      layer.stale = false;
    }
  }
}
