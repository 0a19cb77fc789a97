/** A queue that serves owners in turn, so that one owner's long list does not delay the others. */
export class FairQueue<Job> {
  readonly #lanes = new Map<string, Set<Job>>()

  /** How many jobs this owner is waiting for. */
  sizeOf(owner: string): number {
    return this.#lanes.get(owner)?.size ?? 0
  }

  /** Adding the same job for a second owner lets it run at whichever turn comes first. */
  add(owner: string, job: Job): void {
    const lane = this.#lanes.get(owner) ?? new Set()
    lane.add(job)
    this.#lanes.set(owner, lane)
  }

  next(): Job | undefined {
    const [first] = this.#lanes
    const [job] = first?.[1] ?? []
    if (!first || !job) return undefined
    const [owner, lane] = first
    this.#remove(job)
    // The owner who was just served goes to the end of the line.
    if (this.#lanes.delete(owner) && lane.size > 0) this.#lanes.set(owner, lane)
    return job
  }

  #remove(job: Job): void {
    for (const [owner, lane] of this.#lanes) {
      lane.delete(job)
      if (lane.size === 0) this.#lanes.delete(owner)
    }
  }
}
