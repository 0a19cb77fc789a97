import type { ReactNode } from 'react'

/** A page outside the inbox: title, lead and content in a readable column. */
export function Page({
  title,
  lead,
  actions,
  breadcrumb,
  wide = false,
  children,
}: {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** Breadcrumb above the title. */
  breadcrumb?: ReactNode
  /** For tables and charts. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className="h-full overflow-y-auto px-4 md:px-8">
      <div className={`mx-auto pt-7 pb-20 ${wide ? 'max-w-270' : 'max-w-190'}`}>
        {breadcrumb}
        <header className="mb-5 grid grid-cols-[minmax(0,1fr)_fit-content(60%)] items-start gap-x-4">
          <h1 className="text-xl font-semibold tracking-[-0.01em]">{title}</h1>
          {actions && <div className="col-start-2 row-span-2 row-start-1 max-md:row-span-1">{actions}</div>}
          {lead && <p className="mt-0.5 text-ink-2 max-md:col-span-full md:col-start-1">{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  )
}

/** A section of a page: title and help on the left, fields on the right; stacked on narrow screens. */
export function PageSection({
  title,
  help,
  children,
}: {
  title: ReactNode
  help?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="grid gap-x-8 gap-y-4 border-t py-5.5 md:grid-cols-[13.75rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-md font-semibold">{title}</h2>
        {help && <p className="mt-0.5 text-ink-3">{help}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
