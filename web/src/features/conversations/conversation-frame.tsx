import type { ReactNode } from 'react'

export function ConversationFrame({ children }: { uuid: string; listPath: string; children: ReactNode }) {
  return <div className="flex h-full">{children}</div>
}
