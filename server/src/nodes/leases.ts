import type pg from 'pg'

/** How long a lease holds without being renewed: after a crash, another node takes over that much later. */
const defaultTtlMs = 8_000

/** The right to something that only one node at a time may do, such as reading a mailbox. It must be renewed to last. */
export type Lease = {
  readonly name: string
  /**
   * Higher than that of every earlier lease of this name. Writes under a lease store it and refuse a lower one: a process that was
   * stopped for a while may not know yet that it has lost its lease.
   */
  readonly fence: number
  /** Aborted when another node may have it. */
  readonly lost: AbortSignal
  /** Lets others have it right away. */
  release(): Promise<void>
}

export type Leases = {
  /** Returns null while another node, or another part of this one, has it. */
  acquire(name: string): Promise<Lease | null>
}

export type LeaseKeeper = Leases & {
  /** Extends all leases. */
  renew(): Promise<void>
  /** Gives up leases that weren't renewed in time. Call it and `renew` four times within `ttl_ms`. */
  dropExpired(): void
  /** Releases everything. */
  releaseAll(): Promise<void>
  readonly ttl_ms: number
}

type Query = <T extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<T[]>
type Held = { name: string; fence: number; valid_until: number; controller: AbortController }

/** Leases in the database, measured by its clock, because those of nodes differ. */
export function keepLeases(query: Query, node_id: string, ttl_ms = defaultTtlMs): LeaseKeeper {
  const held = new Map<string, Held>()
  // It is given up at the latest a quarter later, which is before the database lets another node have it.
  const validUntil = (requestedAt: number) => requestedAt + ttl_ms * 0.6

  const lose = (lease: Held) => {
    if (held.get(lease.name) === lease) held.delete(lease.name)
    lease.controller.abort()
  }
  const release = async (lease: Held) => {
    lose(lease)
    await query('delete from leases where name = $1 and fence = $2', [lease.name, lease.fence])
  }
  return {
    ttl_ms,
    async acquire(name) {
      if (held.has(name)) return null
      const requestedAt = performance.now()
      const [row] = await query<{ fence: number }>(
        `insert into leases (name, node_id, fence, expires_at)
         values ($1, $2, nextval('lease_fences'), clock_timestamp() + $3 * interval '1 ms')
         on conflict (name) do update set node_id = excluded.node_id, fence = excluded.fence, expires_at = excluded.expires_at
         where leases.expires_at < clock_timestamp()
         returning fence`,
        [name, node_id, ttl_ms],
      )
      if (!row) return null
      const { fence } = row
      const controller = new AbortController()
      const lease = { name, fence, valid_until: validUntil(requestedAt), controller }
      held.set(name, lease)
      return { name, fence, lost: controller.signal, release: () => release(lease) }
    },
    async renew() {
      if (held.size === 0) return
      const leases = [...held.values()]
      const requestedAt = performance.now()
      const rows = await query<{ fence: number }>(
        `update leases set expires_at = clock_timestamp() + $3 * interval '1 ms'
         where node_id = $1 and fence = any($2::bigint[]) returning fence`,
        [node_id, leases.map(({ fence }) => fence), ttl_ms],
      )
      const renewed = new Set(rows.map(({ fence }) => fence))
      for (const lease of leases)
        if (renewed.has(lease.fence)) lease.valid_until = validUntil(requestedAt)
        else lose(lease)
    },
    dropExpired() {
      for (const lease of [...held.values()]) if (performance.now() > lease.valid_until) lose(lease)
    },
    async releaseAll() {
      for (const lease of held.values()) lease.controller.abort()
      held.clear()
      await query('delete from leases where node_id = $1', [node_id])
    },
  }
}
