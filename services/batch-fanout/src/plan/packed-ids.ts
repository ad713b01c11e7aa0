const ID_BYTES = 16;
const FIRST_PLACES = 64;

const doubled = (values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
};

/** Stores UUIDs, their items' indexes and own timeouts in 24 bytes each, so that plans of long jobs stay small. */
export class PackedIds {
  #ids = Buffer.alloc(FIRST_PLACES * ID_BYTES);
  #indexes = new Uint32Array(FIRST_PLACES);
  /** 0: none. */
  #timeoutsMs = new Uint32Array(FIRST_PLACES);
  #count = 0;

  /** Returns the place of the id. */
  push(id: string, index: number, timeoutMs = 0): number {
    if (this.#count === this.#indexes.length) this.#grow();
    const place = this.#count;
    this.#count += 1;
    this.#ids.write(id.replaceAll('-', ''), place * ID_BYTES, 'hex');
    this.#indexes[place] = index;
    this.#timeoutsMs[place] = timeoutMs;
    return place;
  }

  at(place: number): { id: string; index: number; timeoutMs: number | undefined } {
    const hex = this.#ids.toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES);
    const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    // safe because every place was pushed with its index
    return { id, index: this.#indexes[place] as number, timeoutMs: this.#timeoutsMs[place] || undefined };
  }

  #grow(): void {
    const ids = Buffer.alloc(this.#ids.length * 2);
    this.#ids.copy(ids);
    this.#ids = ids;
    this.#indexes = doubled(this.#indexes);
    this.#timeoutsMs = doubled(this.#timeoutsMs);
  }
}
