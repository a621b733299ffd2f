const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000];
/** The longest time that a tour takes at its first speed, in seconds. */
const LONGEST = 25;
/** Steps a second up to which the head glides from square to square. */
const GLIDING = 10;
/** Steps a second up to which each step is announced to screen readers. */
const TELLING = 1;
/** Boards up to which the square of each is announced. */
const MOST_TOLD = 3;

/** One clock for all boards, and the controls that move it. */
class Player {
  constructor(data) {
    const look = data.look;
    const figures = document.querySelectorAll(".panel");
    const playing = data.panels.map((panel, at) => [panel, figures[at]]).filter(([panel]) => panel.events.length);
    this.boards = playing.map(([panel, figure]) => new Board(panel, figure, look, data.numbers));
    this.length = Math.max(0, ...this.boards.map((board) => board.walk.length));
    this.numbers = data.numbers;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.step = 1;
    this.clock = 1;
    this.playing = false;
    this.last = null;
    this.speed = Math.max(2, SPEEDS.findIndex((speed) => this.length / speed <= LONGEST));
  }

  get fastest() {
    const enough = SPEEDS.findIndex((speed) => speed >= this.length);
    return Math.max(7, enough < 0 ? SPEEDS.length - 1 : enough);
  }

  begin() {
    wireTheme();
    wireHelp();
    if (this.length < 2) {
      this.boards.forEach((board) => board.draw(1, 0));
      document.getElementById("still").hidden = false;
      return;
    }
    document.getElementById("controls").hidden = false;
    this.wire();
    this.setSpeed(this.speed);
    if (this.calm.matches) this.go(this.length);
    else { this.go(1); this.play(); }
  }

  wire() {
    this.slider = document.getElementById("slider");
    this.slider.max = this.length;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    for (const [id, act] of Object.entries(this.acts())) document.getElementById(id).addEventListener("click", act);
    this.boards.forEach((board) => board.figure.querySelector(".stage").addEventListener("click", (event) => {
      const step = board.stepAt(event);
      if (step) this.go(step);
    }));
    document.addEventListener("keydown", (event) => this.key(event));
    this.wirePrint();
    document.addEventListener("visibilitychange", () => { this.last = null; });
    const seen = new ResizeObserver(() => this.refresh());
    this.boards.forEach((board) => seen.observe(board.svg));
  }

  /** A printed page shows the finished tours. */
  wirePrint() {
    let step = null;
    window.addEventListener("beforeprint", () => {
      step ??= this.step;
      this.go(this.length);
    });
    window.addEventListener("afterprint", () => {
      if (step !== null) this.go(step);
      step = null;
    });
  }

  acts() {
    return {
      first: () => this.go(1),
      back: () => this.go(this.step - 1),
      play: () => this.toggle(),
      forward: () => this.go(this.step + 1),
      last: () => this.go(this.length),
      slower: () => this.setSpeed(this.speed - 1),
      faster: () => this.setSpeed(this.speed + 1),
      numbers: () => this.toggleNumbers(),
    };
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || document.getElementById("help").open) return;
    const acts = this.acts();
    const keys = {
      " ": acts.play, ArrowLeft: acts.back, ArrowRight: acts.forward, Home: acts.first, End: acts.last,
      "+": acts.faster, "=": acts.faster, "-": acts.slower, "_": acts.slower, n: acts.numbers, N: acts.numbers,
    };
    const act = keys[event.key];
    if (!act || (event.key === " " && event.target.closest("button, summary"))) return;
    event.preventDefault();
    act();
  }

  /** Stops at a step. */
  go(step) {
    this.playing = false;
    this.clock = within(1, step, this.length);
    this.draw();
  }

  toggle() {
    if (this.playing) this.go(this.step);
    else this.play();
  }

  play() {
    if (this.step >= this.length) this.clock = 1;
    this.playing = true;
    this.last = null;
    this.draw();
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    if (!this.playing) return;
    const elapsed = this.last === null ? 0 : Math.max(0, now - this.last);
    this.last = now;
    this.clock = Math.min(this.length, this.clock + elapsed * SPEEDS[this.speed] / 1000);
    if (this.clock >= this.length) this.playing = false;
    this.draw();
    if (this.playing) requestAnimationFrame((later) => this.tick(later));
  }

  draw() {
    this.step = Math.floor(this.clock);
    const gliding = this.playing && SPEEDS[this.speed] <= GLIDING && !this.calm.matches;
    const part = gliding ? this.clock - this.step : 0;
    this.boards.forEach((board) => board.draw(this.step, part));
    this.slider.value = this.step;
    this.tell();
    this.showControls();
  }

  tell() {
    const grouped = (number) => number.toLocaleString("en");
    document.getElementById("step").textContent = `step ${grouped(this.step)} of ${grouped(this.length)}`;
    if (this.playing && SPEEDS[this.speed] > TELLING) return;
    const few = this.boards.length <= MOST_TOLD;
    const each = this.boards.map((board) => board.told().replace("\n", ", "));
    const told = few ? each.join("; ") : `${grouped(this.step)} of ${grouped(this.length)}`;
    this.slider.setAttribute("aria-valuetext", told);
    const live = document.getElementById("live");
    if (live.textContent !== `step ${told}`) live.textContent = `step ${told}`;
  }

  showControls() {
    const play = document.getElementById("play");
    const ended = !this.playing && this.step >= this.length;
    const icon = this.playing ? "pause" : ended ? "replay" : "play";
    if (play.dataset.icon !== icon) {
      play.dataset.icon = icon;
      play.setAttribute("aria-label", icon);
      document.getElementById("play-text").textContent = icon[0].toUpperCase() + icon.slice(1);
    }
    for (const id of ["first", "back"]) soften(id, this.step <= 1);
    for (const id of ["forward", "last"]) soften(id, this.step >= this.length);
  }

  setSpeed(speed) {
    this.speed = within(0, speed, this.fastest);
    document.getElementById("speed").textContent = `${SPEEDS[this.speed].toLocaleString("en")} steps/s`;
    soften("slower", this.speed === 0);
    soften("faster", this.speed === this.fastest);
  }

  toggleNumbers() {
    this.numbers = !this.boards.some((board) => board.numbered);
    this.refresh();
  }

  /** To be called when the size of a board, or its content, has changed. */
  refresh() {
    this.boards.forEach((board) => board.resize(this.numbers));
    this.draw();
    const button = document.getElementById("numbers");
    button.hidden = !this.boards.some((board) => board.marks);
    button.setAttribute("aria-pressed", this.boards.some((board) => board.numbered));
  }
}

/** A button without effect keeps the focus, so it gets no attribute `disabled`. */
function soften(id, idle) {
  document.getElementById(id).setAttribute("aria-disabled", idle);
}

function wireTheme() {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : system.matches;
  const show = () => button.setAttribute("aria-pressed", dark());
  const toggle = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    show();
  };
  button.hidden = false;
  button.addEventListener("click", toggle);
  system.addEventListener("change", show);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "d" && !event.ctrlKey && !event.altKey && !event.metaKey) toggle();
  });
  show();
}

function wireHelp() {
  const help = document.getElementById("help");
  document.getElementById("ask").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !help.open) help.showModal();
  });
}

const player = new Player(JSON.parse(document.getElementById("data").textContent));
player.begin();
