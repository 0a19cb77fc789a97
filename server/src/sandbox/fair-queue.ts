/** A queue that serves owners in turn, so that one owner's backlog does not delay the others. */
export class FairQueue<Job> {
  readonly #lanes = new Map<string, Set<Job>>()

  /** Number of queued jobs of this owner. */
  sizeOf(owner: string): number {
    return this.#lanes.get(owner)?.size ?? 0
  }

  /** A job added for a second owner runs at whichever turn comes first. */
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
    // The owner just served goes to the end of the queue.
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
