/**
 * The heaviest perfect matching of a complete graph with an even number of vertices: Edmonds' blossoms with dual variables, in time n³.
 * Vertices count from 1 here, and blossoms get the numbers after them; 0 is not a vertex.
 */

/** Weights are positive integers below 2^49, so that doubles hold all sums exactly. Returns the partner of each vertex, from 0 on. */
export function heaviestMatching(count: number, weight: (a: number, b: number) => number): readonly number[] {
  if (count % 2 !== 0) throw new Error('a perfect matching needs an even number');
  const graph = new Blossoms(count, weight);
  while (graph.grow());
  return Array.from({ length: count }, (_, n) => graph.partnerOf(n + 1) - 1);
}

/** The label of a vertex or blossom in the forest that grows. */
const [FREE, OUTER, INNER] = [-1, 0, 1];

class Blossoms {
  private readonly n: number;
  private readonly width: number;
  /** How many vertices and blossoms have been numbered. */
  private numbered: number;
  /** Of each pair of vertices or blossoms: the ends of its tightest edge, and the weight. */
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly weights: Float64Array;
  private readonly dual: Float64Array;
  private readonly match: Int32Array;
  private readonly slack: Int32Array;
  /** The outermost blossom that holds a vertex. 0: there is no such blossom. */
  private readonly top: Int32Array;
  private readonly parent: Int32Array;
  private readonly label: Int8Array;
  private readonly seen: Int32Array;
  /** Through which part of a blossom one reaches a vertex. */
  private readonly through: Int32Array;
  private readonly parts: number[][];
  private queue: number[] = [];
  private look = 0;

  constructor(n: number, weight: (a: number, b: number) => number) {
    const width = 2 * n + 2;
    this.n = n;
    this.numbered = n;
    this.width = width;
    [this.from, this.to] = [new Int32Array(width * width), new Int32Array(width * width)];
    [this.weights, this.through] = [new Float64Array(width * width), new Int32Array(width * width)];
    [this.dual, this.match] = [new Float64Array(width), new Int32Array(width)];
    [this.slack, this.top] = [new Int32Array(width), new Int32Array(width)];
    [this.parent, this.seen] = [new Int32Array(width), new Int32Array(width)];
    this.label = new Int8Array(width);
    this.parts = Array.from({ length: width }, () => []);
    this.fill(weight);
  }

  private fill(weight: (a: number, b: number) => number): void {
    let most = 0;
    for (let u = 1; u <= this.n; u++) {
      this.top[u] = u;
      for (let v = 1; v <= this.n; v++) {
        const at = u * this.width + v;
        [this.from[at], this.to[at]] = [u, v];
        this.through[at] = u === v ? u : 0;
        if (u !== v) this.weights[at] = u < v ? weight(u - 1, v - 1) : this.get(this.weights, v * this.width + u);
        most = Math.max(most, this.get(this.weights, at));
      }
    }
    this.dual.fill(most, 1, this.n + 1);
  }

  partnerOf(u: number): number {
    return this.get(this.match, u);
  }

  private get(values: Int32Array | Float64Array | Int8Array, at: number): number {
    return values[at] as number;
  }

  /** How far the edge between two vertices or blossoms is from being tight. */
  private gap(a: number, b: number): number {
    const at = a * this.width + b;
    const [u, v] = [this.get(this.from, at), this.get(this.to, at)];
    return this.get(this.dual, u) + this.get(this.dual, v) - 2 * this.get(this.weights, u * this.width + v);
  }

  private noteSlack(u: number, x: number): void {
    const best = this.get(this.slack, x);
    if (best === 0 || this.gap(u, x) < this.gap(best, x)) this.slack[x] = u;
  }

  private findSlack(x: number): void {
    this.slack[x] = 0;
    for (let u = 1; u <= this.n; u++) {
      const top = this.get(this.top, u);
      if (this.get(this.weights, u * this.width + x) > 0 && top !== x && this.label[top] === OUTER)
        this.noteSlack(u, x);
    }
  }

  private enqueue(x: number): void {
    if (x <= this.n) this.queue.push(x);
    else for (const part of this.partsOf(x)) this.enqueue(part);
  }

  private partsOf(b: number): number[] {
    return this.parts[b] as number[];
  }

  private setTop(x: number, b: number): void {
    this.top[x] = b;
    if (x > this.n) for (const part of this.partsOf(x)) this.setTop(part, b);
  }

  /** Where a part stands in the ring of its blossom, turned so that the way to it has an even length. */
  private evenPlace(b: number, part: number): number {
    const ring = this.partsOf(b);
    const place = ring.indexOf(part);
    if (place % 2 === 0) return place;
    ring.splice(1, ring.length - 1, ...ring.slice(1).reverse());
    return ring.length - place;
  }

  private setMatch(u: number, v: number): void {
    const at = u * this.width + v;
    this.match[u] = this.get(this.to, at);
    if (u <= this.n) return;
    const part = this.get(this.through, u * this.width + this.get(this.from, at));
    const place = this.evenPlace(u, part);
    const ring = this.partsOf(u);
    for (let i = 0; i < place; i++) this.setMatch(ring[i] as number, ring[i ^ 1] as number);
    this.setMatch(part, v);
    this.parts[u] = [...ring.slice(place), ...ring.slice(0, place)];
  }

  private augment(from: number, to: number): void {
    for (let [u, v] = [from, to]; ; ) {
      const next = this.get(this.top, this.get(this.match, u));
      this.setMatch(u, v);
      if (next === 0) return;
      const above = this.get(this.top, this.get(this.parent, next));
      this.setMatch(next, above);
      [u, v] = [above, next];
    }
  }

  /** Where the ways of two outer vertices to their roots meet. 0 if the roots differ. */
  private meeting(a: number, b: number): number {
    this.look++;
    for (let [u, v] = [a, b]; u !== 0 || v !== 0; [u, v] = [v, u]) {
      if (u === 0) continue;
      if (this.seen[u] === this.look) return u;
      this.seen[u] = this.look;
      u = this.get(this.top, this.get(this.match, u));
      if (u !== 0) u = this.get(this.top, this.get(this.parent, u));
    }
    return 0;
  }

  private freeNumber(): number {
    let b = this.n + 1;
    while (b <= this.numbered && this.top[b] !== 0) b++;
    this.numbered = Math.max(this.numbered, b);
    return b;
  }

  private sideOf(from: number, base: number): number[] {
    const side: number[] = [];
    for (let x = from; x !== base; ) {
      const y = this.get(this.top, this.get(this.match, x));
      side.push(x, y);
      this.enqueue(y);
      x = this.get(this.top, this.get(this.parent, y));
    }
    return side;
  }

  private shrink(u: number, base: number, v: number): void {
    const b = this.freeNumber();
    [this.dual[b], this.label[b], this.match[b]] = [0, OUTER, this.get(this.match, base)];
    const left = this.sideOf(u, base).reverse();
    this.parts[b] = [base, ...left, ...this.sideOf(v, base)];
    this.setTop(b, b);
    this.takeEdges(b);
    this.findSlack(b);
  }

  /** A blossom has, to each other vertex, the tightest edge of its parts. */
  private takeEdges(b: number): void {
    const { width } = this;
    for (let x = 1; x <= this.numbered; x++) this.weights[b * width + x] = this.weights[x * width + b] = 0;
    for (let x = 1; x <= this.n; x++) this.through[b * width + x] = 0;
    for (const part of this.partsOf(b)) {
      for (let x = 1; x <= this.numbered; x++)
        if (this.weights[b * width + x] === 0 || this.gap(part, x) < this.gap(b, x)) this.takeEdge(b, part, x);
      for (let x = 1; x <= this.n; x++) if (this.through[part * width + x] !== 0) this.through[b * width + x] = part;
    }
  }

  private takeEdge(b: number, part: number, x: number): void {
    for (const [into, of] of [
      [b * this.width + x, part * this.width + x],
      [x * this.width + b, x * this.width + part],
    ] as const) {
      [this.from[into], this.to[into]] = [this.get(this.from, of), this.get(this.to, of)];
      this.weights[into] = this.get(this.weights, of);
    }
  }

  private expand(b: number): void {
    for (const part of this.partsOf(b)) this.setTop(part, part);
    const entry = this.get(this.from, b * this.width + this.get(this.parent, b));
    const part = this.get(this.through, b * this.width + entry);
    const place = this.evenPlace(b, part);
    const ring = this.partsOf(b);
    for (let i = 0; i < place; i += 2) {
      const [inner, outer] = [ring[i] as number, ring[i + 1] as number];
      this.parent[inner] = this.get(this.from, outer * this.width + inner);
      [this.label[inner], this.label[outer], this.slack[inner]] = [INNER, OUTER, 0];
      this.findSlack(outer);
      this.enqueue(outer);
    }
    [this.label[part], this.parent[part]] = [INNER, this.get(this.parent, b)];
    for (const other of ring.slice(place + 1)) {
      this.label[other] = FREE;
      this.findSlack(other);
    }
    this.top[b] = 0;
  }

  /** Follows a tight edge. True if the matching has grown. */
  private follow(a: number, b: number): boolean {
    const at = a * this.width + b;
    const [start, end] = [this.get(this.from, at), this.get(this.to, at)];
    const [u, v] = [this.get(this.top, start), this.get(this.top, end)];
    if (this.label[v] === FREE) {
      const mate = this.get(this.top, this.get(this.match, v));
      [this.parent[v], this.label[v], this.label[mate]] = [start, INNER, OUTER];
      this.slack[v] = this.slack[mate] = 0;
      this.enqueue(mate);
      return false;
    }
    if (this.label[v] !== OUTER) return false;
    const base = this.meeting(u, v);
    if (base !== 0) this.shrink(u, base, v);
    else {
      this.augment(u, v);
      this.augment(v, u);
    }
    return base === 0;
  }

  /** Matches one more pair. False if all are matched. */
  grow(): boolean {
    this.label.fill(FREE);
    this.slack.fill(0);
    this.queue = [];
    for (let x = 1; x <= this.numbered; x++) {
      if (this.top[x] !== x || this.match[x] !== 0) continue;
      [this.parent[x], this.label[x]] = [0, OUTER];
      this.enqueue(x);
    }
    if (this.queue.length === 0) return false;
    for (;;) {
      if (this.walk()) return true;
      this.shift();
      if (this.followTight()) return true;
      for (let b = this.n + 1; b <= this.numbered; b++)
        if (this.top[b] === b && this.label[b] === INNER && this.dual[b] === 0) this.expand(b);
    }
  }

  private walk(): boolean {
    for (let u = this.queue.pop(); u !== undefined; u = this.queue.pop()) {
      if (this.label[this.get(this.top, u)] === INNER) continue;
      for (let v = 1; v <= this.n; v++) {
        if (v === u || this.top[u] === this.top[v]) continue;
        if (this.gap(u, v) !== 0) this.noteSlack(u, this.get(this.top, v));
        else if (this.follow(u, v)) return true;
      }
    }
    return false;
  }

  /** Changes the dual variables as far as all edges allow. */
  private shift(): void {
    let by = Number.POSITIVE_INFINITY;
    for (let x = 1; x <= this.numbered; x++) {
      if (this.top[x] !== x) continue;
      if (x > this.n && this.label[x] === INNER) by = Math.min(by, this.get(this.dual, x) / 2);
      const slack = this.get(this.slack, x);
      if (slack === 0 || this.label[x] === INNER) continue;
      by = Math.min(by, this.gap(slack, x) / (this.label[x] === OUTER ? 2 : 1));
    }
    for (let u = 1; u <= this.n; u++) this.dual[u] = this.get(this.dual, u) - by * this.signOf(this.get(this.top, u));
    for (let b = this.n + 1; b <= this.numbered; b++)
      if (this.top[b] === b) this.dual[b] = this.get(this.dual, b) + 2 * by * this.signOf(b);
  }

  private signOf(x: number): number {
    if (this.label[x] === OUTER) return 1;
    return this.label[x] === INNER ? -1 : 0;
  }

  private followTight(): boolean {
    this.queue = [];
    for (let x = 1; x <= this.numbered; x++) {
      const slack = this.get(this.slack, x);
      if (this.top[x] !== x || slack === 0 || this.top[slack] === x || this.gap(slack, x) !== 0) continue;
      if (this.follow(slack, x)) return true;
    }
    return false;
  }
}
