import type { ReactNode } from 'react'

/** The link of a row. The router's `Link` would take as long as the rest of the row, as each keeps track of the location. */
export function RowLink({
  uuid,
  href,
  current,
  focused,
  selected,
  tabIndex,
  onOpen,
  onSelectTo,
  onHover,
  onFocus,
  className,
  children,
}: {
  uuid: string
  href: string
  current: boolean
  focused: boolean
  selected: boolean
  tabIndex: 0 | -1
  onOpen: () => void
  onSelectTo: () => void
  onHover: () => void
  onFocus: () => void
  className: string
  children: ReactNode
}) {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      data-row={uuid}
      data-focused={focused || undefined}
      data-chosen={selected || undefined}
      tabIndex={tabIndex}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        // The browser opens a new tab or downloads.
        if (event.metaKey || event.ctrlKey || event.altKey) return
        event.preventDefault()
        // With Shift, the browser would open a new window.
        if (event.shiftKey) onSelectTo()
        else onOpen()
      }}
      onPointerEnter={onHover}
      onFocus={onFocus}
      className={className}
    >
      {children}
    </a>
  )
}
