import type { ReactNode } from 'react'

export const SlaLines = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-y-1">{children}</dl>
)

export const SlaLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="truncate pt-0.5 text-ink-3">{label}</dt>
    <dd className="flex min-h-6 flex-col items-start justify-center gap-0.5 px-1.5">{children}</dd>
  </>
)
