import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoredFlag } from '../../lib/browser/stored-value.ts'
import { ListCount } from './list-count.tsx'

/** A panel's title, with controls at its end. */
export function PanelHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex h-7 shrink-0 items-center gap-0.5 px-2 pr-0.5">
      <h2 className="flex-1 truncate text-md font-semibold">{title}</h2>
      {children}
    </div>
  )
}

/** Shown instead of entries when the agent's roles include none. */
export function PanelNote() {
  const { t } = useTranslation()
  return <p className="mt-2 px-2 text-ink-3">{t('access.none.panel')}</p>
}

/** A link in a side panel. `path` is any router path; the current one is marked. */
export function PanelLink({
  path,
  search,
  icon,
  label,
  description,
  count,
  end,
  exact = false,
}: {
  path: string
  /** Search parameters to keep; they don't affect whether the entry is current. */
  search?: object
  icon: ReactNode
  label: string
  description?: string | undefined
  /** The number of items behind it. */
  count?: number | null | undefined
  end?: ReactNode
  /** Not current on the pages below it. */
  exact?: boolean
}) {
  const id = useId()
  return (
    <Link
      to={path}
      {...(search && { search })}
      activeOptions={{ exact, includeSearch: !search }}
      aria-describedby={count ? id : undefined}
      className={clsx(
        'flex min-h-7.5 items-center gap-2.25 rounded-md px-2 font-medium text-ink-2 transition-colors hover:bg-hover aria-[current=page]:bg-press aria-[current=page]:text-ink [&>.lucide]:text-ink-3',
        description && 'items-start py-1.5',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {description && <span className="block text-xs font-normal text-ink-2">{description}</span>}
      </span>
      <ListCount count={count} id={id} />
      {end}
    </Link>
  )
}

/** A collapsible section; its state is remembered in this browser. */
export function PanelSection({
  rememberAs,
  label,
  action,
  isOpenAtFirst = true,
  children,
}: {
  rememberAs: string
  label: string
  action?: ReactNode
  isOpenAtFirst?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useStoredFlag(rememberAs, isOpenAtFirst)
  const id = useId()
  return (
    <section className="mt-3">
      <div className="flex items-center pr-0.5">
        <FoldButton label={label} open={open} onToggle={() => setOpen(!open)} controls={id} />
        {action}
      </div>
      <div id={id} hidden={!open} className="mt-0.5 flex flex-col gap-px [[hidden]]:hidden">
        {children}
      </div>
    </section>
  )
}

/** A collapsible group, of which one is open at a time; the parent controls which. */
export function PanelGroup({
  label,
  open,
  onToggle,
  children,
}: {
  label: string
  open: boolean
  onToggle: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <section>
      <FoldButton label={label} open={open} onToggle={onToggle} controls={id} />
      <div id={id} hidden={!open} className="mt-0.5 mb-1.5 flex flex-col gap-px [[hidden]]:hidden">
        {children}
      </div>
    </section>
  )
}

function FoldButton({
  label,
  open,
  onToggle,
  controls,
}: {
  label: string
  open: boolean
  onToggle: () => void
  controls: string
}) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={controls}
      title={t(open ? 'shell.fold' : 'shell.unfold')}
      onClick={onToggle}
      className="flex h-7 w-full min-w-0 items-center justify-between rounded-md px-2 text-xs font-medium text-ink-3 transition-colors hover:bg-hover hover:text-ink-2"
    >
      <span className="truncate">{label}</span>
      <ChevronDown size={14} aria-hidden className={clsx('transition-transform', !open && '-rotate-90')} />
    </button>
  )
}
