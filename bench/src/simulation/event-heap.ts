/** Events by time, the earliest first. What an event is stands in one whole number. */
export class EventHeap {
  #times = new Float64Array(1_024);
  #events = new Float64Array(1_024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Of the event that `pop` would return. */
  get earliest(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#times[0] ?? 0);
  }

  push(time: number, event: number): void {
    if (this.#size === this.#times.length) this.#grow();
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentTime = this.#times[parent] ?? 0;
      if (parentTime <= time) break;
      this.#put(at, parentTime, this.#events[parent] ?? 0);
      at = parent;
    }
    this.#put(at, time, event);
  }

  /** The earliest event; there must be one. */
  pop(): number {
    const first = this.#events[0] ?? 0;
    this.#size -= 1;
    const time = this.#times[this.#size] ?? 0;
    const event = this.#events[this.#size] ?? 0;
    let at = 0;
    for (let child = 1; child < this.#size; child = 2 * at + 1) {
      if (child + 1 < this.#size && (this.#times[child + 1] ?? 0) < (this.#times[child] ?? 0)) child += 1;
      const childTime = this.#times[child] ?? 0;
      if (childTime >= time) break;
      this.#put(at, childTime, this.#events[child] ?? 0);
      at = child;
    }
    this.#put(at, time, event);
    return first;
  }

  #put(at: number, time: number, event: number): void {
    this.#times[at] = time;
    this.#events[at] = event;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    this.#times = times;
    const events = new Float64Array(times.length);
    events.set(this.#events);
    this.#events = events;
  }
}
