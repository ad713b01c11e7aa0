const ID_BYTES = 16;
const FIRST_PLACES = 64;

const doubled = (values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
};

/** No place: larger than those of any job. */
const NONE = 0xff_ff_ff_ff;

/**
 * Stores UUIDs, their items' indexes and own timeouts in 24 bytes each, so that plans of long jobs stay small. Places are used
 * again, so that the plan of a crawl, to which items are added as others leave, stays as small as what waits.
 */
export class PackedIds {
  #ids = Buffer.alloc(FIRST_PLACES * ID_BYTES);
  /** Of a free place: the next free place. */
  #indexes = new Uint32Array(FIRST_PLACES);
  /** 0: none. */
  #timeoutsMs = new Uint32Array(FIRST_PLACES);
  #count = 0;
  #firstFree = NONE;

  /** Places that have been in use at once. */
  get size(): number {
    return this.#count;
  }

  /** Returns the place of the id. */
  push(id: string, index: number, timeoutMs = 0): number {
    const place = this.#newPlace();
    this.#ids.write(id.replaceAll('-', ''), place * ID_BYTES, 'hex');
    this.#indexes[place] = index;
    this.#timeoutsMs[place] = timeoutMs;
    return place;
  }

  /** Reads a place, which is free from now on. */
  take(place: number): { id: string; index: number; timeoutMs: number | undefined } {
    const hex = this.#ids.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES);
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    // safe because every place was pushed with its index
    const taken = { id, index: this.#indexes[place] as number, timeoutMs: this.#timeoutsMs[place] || undefined };
    this.#indexes[place] = this.#firstFree;
    this.#firstFree = place;
    return taken;
  }

  #newPlace(): number {
    const place = this.#firstFree;
    if (place !== NONE) {
      this.#firstFree = this.#indexes[place] ?? NONE;
      return place;
    }
    if (this.#count === this.#indexes.length) this.#grow();
    this.#count += 1;
    return this.#count - 1;
  }

  #grow(): void {
    const ids = Buffer.alloc(this.#ids.length * 2);
    this.#ids.copy(ids);
    this.#ids = ids;
    this.#indexes = doubled(this.#indexes);
    this.#timeoutsMs = doubled(this.#timeoutsMs);
  }
}
