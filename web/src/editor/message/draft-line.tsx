import type { ReactNode } from 'react'

/** Says something about the draft, with buttons to decide. */
export const DraftLine = ({ text, children }: { text: string; children: ReactNode }) => (
  <div role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 pb-1.5 text-xs text-ink-2">
    <span className="min-w-40 flex-1 wrap-anywhere">{text}</span>
    {children}
  </div>
)
