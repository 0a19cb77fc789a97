import { ChartNoAxesColumn, Download, Info, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Popover } from '../ui/overlays/popover.tsx'
import { Swatch } from './chart-tooltip.tsx'
import type { Series } from './series.ts'

type LegendEntry = Pick<Series, 'key' | 'label' | 'tone' | 'ghost'>

/** The frame of a chart: title, definition, legend, table view and CSV download. */
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
  /** Shown next to the title. */
  aside?: ReactNode
  /** How it is calculated. */
  definition?: ReactNode
  legend?: readonly LegendEntry[]
  /** The URL of the CSV file. */
  csv?: string | undefined
  /** The same data as a table. */
  table?: ReactNode
  isPending?: boolean
  /** Shown instead of the chart. */
  errorText?: string | null | undefined
  /** Shown when there is nothing to draw. */
  emptyText?: string | false | undefined
  /** Dims the chart while newer data loads. */
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
        {aside && <div className="text-ink-3">{aside}</div>}
        {legend.length > 0 && <Legend series={legend} />}
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
        {hasContent ? (
          asTable && table ? (
            table
          ) : (
            children
          )
        ) : (
          <NoContent isPending={isPending} errorText={errorText} emptyText={emptyText} />
        )}
      </div>
    </section>
  )
}

type Missing = Pick<Parameters<typeof ChartCard>[0], 'isPending' | 'errorText' | 'emptyText'>

function NoContent({ isPending, errorText, emptyText }: Missing) {
  if (errorText)
    return (
      <p role="alert" className="py-8 text-center text-bad">
        {errorText}
      </p>
    )
  if (isPending) return <Skeleton className="h-40 w-full" />
  return <p className="py-8 text-center text-ink-3">{emptyText}</p>
}

function Legend({ series }: { series: readonly LegendEntry[] }) {
  return (
    <ul className="flex flex-wrap gap-x-3 text-ink-2">
      {series.map(({ key, label, tone, ghost }) => (
        <li key={key} className="flex items-center gap-1.5">
          <Swatch tone={tone} dashed={ghost} />
          {label}
        </li>
      ))}
    </ul>
  )
}

/** How a number is calculated, in a popover next to its name. */
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
