import { Link } from '@tanstack/react-router'

/** Sub-navigation of an admin area, above its list. Each item has its own URL. */
export function SubNav({
  label,
  items,
}: {
  label: string
  items: readonly { to: string; search: Record<string, string>; label: string }[]
}) {
  return (
    <nav aria-label={label} className="relative -mb-px flex gap-1 border-b">
      {items.map(({ to, search, label }) => (
        <Link
          key={label}
          to={to}
          search={search}
          replace
          activeOptions={{ exact: true, includeSearch: true }}
          className="-mb-px grid h-8 place-items-center rounded-t-md border-b-2 border-transparent px-2.5 font-medium text-ink-3 transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
