import type { SystemStatus } from '@parley/contract/system/system-status'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { byteSize } from '../../../format/byte-size.ts'
import { readerLocale } from '../../../format/locale.ts'

/** The numbers that people look for first. */
export function StatusTiles({ status }: { status: SystemStatus }) {
  const { t } = useTranslation()
  const alive = status.nodes.filter(({ is_alive }) => is_alive)
  const lost = status.nodes.length - alive.length
  const waiting = status.queues?.reduce((total, queue) => total + queue.waiting, 0)
  const disks = alive.flatMap(({ disk }) => disk ?? [])
  const leastFree = disks.toSorted((a, b) => a.free_bytes - b.free_bytes)[0]
  return (
    <section
      aria-label={t('system.numbers')}
      // The separators are the background showing through, however the tiles wrap.
      className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border bg-line md:grid-cols-4"
    >
      <Tile title={t('system.nodes')} end={lost > 0 && t('system.nodes.lost', { count: lost })}>
        {alive.length}
      </Tile>
      <Tile title={t('system.waiting')}>
        {waiting === undefined ? '–' : new Intl.NumberFormat(readerLocale()).format(waiting)}
      </Tile>
      <Tile title={t('system.size.database')}>
        {status.sizes.database_bytes === null ? '–' : byteSize(status.sizes.database_bytes)}
      </Tile>
      <Tile
        title={t('system.disk_free')}
        end={leastFree && t('system.disk_of', { size: byteSize(leastFree.size_bytes) })}
      >
        {leastFree ? byteSize(leastFree.free_bytes) : '–'}
      </Tile>
    </section>
  )
}

function Tile({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col bg-surface px-4 py-3">
      <h2 className="text-xs font-medium text-ink-3">{title}</h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">{children}</span>
        {end && <span className="text-xs text-ink-3">{end}</span>}
      </p>
    </div>
  )
}
