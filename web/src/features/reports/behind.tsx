import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Behind, Scope } from './search.ts'
import { without } from './use-scope.ts'

export const LIST = '/reports/conversations'

export type Narrowed = Partial<Behind> & Pick<Behind, 'measure'>

/** Makes the address of the conversations behind a number of the report on the page; `scope` narrows what the page is about. */
export function useBehind(): (behind: Narrowed, scope?: Partial<Scope>) => object {
  const { pathname, search } = useLocation()
  const own = Scope.parse(search)
  const of = pathname.split('/').at(-1)
  return (behind, scope = {}) => without({ ...own, ...scope, ...behind, of })
}

/** A number that leads to its conversations. */
export function BehindLink({
  behind,
  scope,
  label,
  className = '',
  children,
}: {
  behind: Narrowed
  scope?: Partial<Scope>
  /** Where the number alone says too little. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const to = useBehind()
  return (
    <Link
      to={LIST}
      search={to(behind, scope)}
      // Each would ask the server on the way of the pointer.
      preload={false}
      aria-label={label}
      className={`rounded-sm tabular-nums underline-offset-3 hover:underline ${className}`}
    >
      {children}
    </Link>
  )
}
