import { clsx } from 'clsx'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

const HOURS = 24
/** How much of the colour a single one has, and how much more the fullest hour, in percent. */
const MIN_SHADE = 18
const SHADE_RANGE = 80

/**
 * Hours of the week, the fuller the stronger. One cell takes the focus; the arrow keys move it. What is pointed at or focused is said
 * in words below, so that no cell has to be read by its colour.
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
  /** What stands below the columns; "" for none. */
  hours: readonly string[]
  counts: readonly (readonly number[])[]
  /** A cell in words. */
  cellLabel: (day: number, hour: number, count: number) => string
  /** Said while no cell is looked at. */
  hint: string
  /** A cell that leads somewhere. */
  renderCell: (day: number, hour: number, props: CellProps) => ReactNode
}) {
  const grid = useRef<HTMLTableSectionElement>(null)
  const [focusedCell, setFocusedCell] = useState<readonly [day: number, hour: number]>([0, 9])
  const [caption, setCaption] = useState<string | null>(null)
  const most = Math.max(1, ...counts.flat())
  const onKeyDown = (event: KeyboardEvent) => {
    const [day, hour] = focusedCell
    const to = {
      ArrowUp: [day - 1, hour],
      ArrowDown: [day + 1, hour],
      ArrowLeft: [day, hour - 1],
      ArrowRight: [day, hour + 1],
      Home: [day, 0],
      End: [day, HOURS - 1],
    }[event.key]
    if (!to) return
    event.preventDefault()
    const [toDay = 0, toHour = 0] = to
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
                // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what it is
                <td key={hour} className="h-5 p-0">
                  {renderCell(day, hour, {
                    children: <span className="sr-only">{cellLabel(day, hour, count)}</span>,
                    className: clsx('block h-full rounded-sm hover:ring-2 hover:ring-line-field'),
                    style: shade(count, most),
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
              // biome-ignore lint/suspicious/noArrayIndexKey: the hour is what it is
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
