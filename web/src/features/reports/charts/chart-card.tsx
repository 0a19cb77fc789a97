import { ChartNoAxesColumn, Download, Info, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Popover } from '../../../ui/overlays/popover.tsx'
import { Swatch } from './chart-tooltip.tsx'
import type { Series } from './series.ts'

/** A chart in its frame: what it shows and how that is counted, the same as a table, the same as a file. */
export function ChartCard({
  title,
  aside,
  definition,
  legend = [],
  csv,
  table,
  isPending = false,
  errorText,
  emptyText,
  isStale = false,
  className,
  children,
}: {
  title: string
  /** Quiet words beside the title. */
  aside?: ReactNode
  /** How it is counted. */
  definition?: ReactNode
  legend?: readonly Pick<Series, 'key' | 'label' | 'tone' | 'ghost'>[]
  /** Where the file is. */
  csv?: string | undefined
  /** The same in rows and columns. */
  table?: ReactNode
  isPending?: boolean
  /** Why it could not be had. */
  errorText?: string | null | undefined
  /** Why there is nothing to draw. */
  emptyText?: string | false | undefined
  /** Something newer is on its way. */
  isStale?: boolean
  className?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const hasContent = !isPending && !errorText && !emptyText
  return (
    <section
      aria-labelledby={id}
      aria-busy={isPending || isStale}
      className={`flex min-w-0 flex-col rounded-sheet border px-4 pt-3 pb-4 ${className ?? ''}`}
    >
      <header className="mb-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex min-w-0 items-center gap-1">
          <h2 id={id} className="text-md font-semibold">
            {title}
          </h2>
          {definition && <Definition title={title}>{definition}</Definition>}
        </div>
        {aside && <p className="text-ink-3">{aside}</p>}
        {legend.length > 0 && (
          <ul className="flex flex-wrap gap-x-3 text-ink-2">
            {legend.map(({ key, label, tone, ghost }) => (
              <li key={key} className="flex items-center gap-1.5">
                <Swatch tone={tone} dashed={ghost} />
                {label}
              </li>
            ))}
          </ul>
        )}
        <div className="ml-auto flex gap-0.5">
          {table && hasContent && (
            <IconButton
              label={t('reports.as_table', { title })}
              pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <ChartNoAxesColumn size={15} aria-hidden /> : <Table2 size={15} aria-hidden />}
            </IconButton>
          )}
          {csv && hasContent && <CsvLink href={csv} title={title} />}
        </div>
      </header>
      <div className={`min-w-0 flex-1 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
        {isPending && <Skeleton className="h-40 w-full" />}
        {errorText && (
          <p role="alert" className="py-8 text-center text-bad">
            {errorText}
          </p>
        )}
        {!isPending && !errorText && emptyText && <p className="py-8 text-center text-ink-3">{emptyText}</p>}
        {hasContent && (asTable && table ? table : children)}
      </div>
    </section>
  )
}

/** How a number is counted, beside its name. */
export function Definition({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('reports.definition_of', { title })}
      className="max-w-72"
      trigger={
        <button
          type="button"
          aria-label={t('reports.definition_of', { title })}
          className="grid size-6 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-hover hover:text-ink-2 data-popup-open:bg-hover"
        >
          <Info size={13} aria-hidden />
        </button>
      }
    >
      <p className="text-ink-2">{children}</p>
    </Popover>
  )
}

function CsvLink({ href, title }: { href: string; title: string }) {
  const { t } = useTranslation()
  const label = t('reports.csv_of', { title })
  return (
    <a
      href={href}
      download
      aria-label={label}
      title={label}
      className="grid size-7 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
    >
      <Download size={15} aria-hidden />
    </a>
  )
}
