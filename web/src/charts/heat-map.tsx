import { clsx } from 'clsx'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

const HOURS = 24
/** Colour share of the lowest non-zero value, and what the highest adds to it, in percent. */
const MIN_SHADE = 18
const SHADE_RANGE = 80

/**
 * A heat map of the hours of a week. One cell is focusable; arrow keys move it. The hovered or focused cell is
 * described in text below, so that colour never carries the meaning alone.
 */
export function HeatMap({
  label,
  days,
  hours,
  counts,
  cellLabel,
  hint,
  renderCell,
}: {
  label: string
  days: readonly string[]
  /** Labels below the columns; "" for none. */
  hours: readonly string[]
  counts: readonly (readonly number[])[]
  /** A cell's description. */
  cellLabel: (day: number, hour: number, count: number) => string
  /** Shown when no cell is hovered or focused. */
  hint: string
  /** Renders a cell as a link. */
  renderCell: (day: number, hour: number, props: CellProps) => ReactNode
}) {
  const grid = useRef<HTMLTableSectionElement>(null)
  const [focusedCell, setFocusedCell] = useState<readonly [day: number, hour: number]>([0, 9])
  const [caption, setCaption] = useState<string | null>(null)
  const max = Math.max(1, ...counts.flat())
  const onKeyDown = (event: KeyboardEvent) => {
    const [day, hour] = focusedCell
    const target = {
      ArrowUp: [day - 1, hour],
      ArrowDown: [day + 1, hour],
      ArrowLeft: [day, hour - 1],
      ArrowRight: [day, hour + 1],
      Home: [day, 0],
      End: [day, HOURS - 1],
    }[event.key]
    if (!target) return
    event.preventDefault()
    const [toDay = 0, toHour = 0] = target
    grid.current?.rows[toDay]?.querySelectorAll('a')[toHour]?.focus()
  }
  return (
    <>
      <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0.5">
        <tbody ref={grid} onKeyDown={onKeyDown} onPointerLeave={() => setCaption(null)}>
          {counts.map((row, day) => (
            <tr key={days[day]}>
              <th scope="row" className="w-9 text-left text-2xs font-normal text-ink-3">
                {days[day]}
              </th>
              {row.map((count, hour) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hours never move
                <td key={hour} className="h-5 p-0">
                  {renderCell(day, hour, {
                    children: <span className="sr-only">{cellLabel(day, hour, count)}</span>,
                    className: clsx('block h-full rounded-sm hover:ring-2 hover:ring-line-field'),
                    style: shade(count, max),
                    tabIndex: focusedCell[0] === day && focusedCell[1] === hour ? 0 : -1,
                    onFocus: () => {
                      setFocusedCell([day, hour])
                      setCaption(cellLabel(day, hour, count))
                    },
                    onBlur: () => setCaption(null),
                    onPointerEnter: () => setCaption(cellLabel(day, hour, count)),
                  })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden>
          <tr className="text-2xs text-ink-3">
            <td />
            {hours.map((hour, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hours never move
              <td key={index} className="overflow-visible p-0 whitespace-nowrap">
                {hour}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 h-5 truncate text-ink-2 tabular-nums">
        {caption ?? <span className="text-ink-3">{hint}</span>}
      </p>
    </>
  )
}

export type CellProps = {
  children: ReactNode
  className: string
  style: CSSProperties
  tabIndex: number
  onFocus: () => void
  onBlur: () => void
  onPointerEnter: () => void
}

const shade = (count: number, most: number): CSSProperties => ({
  background:
    count === 0
      ? 'var(--hover)'
      : `color-mix(in oklab, var(--chart-1) ${Math.round(MIN_SHADE + (count / most) * SHADE_RANGE)}%, var(--surface))`,
})
