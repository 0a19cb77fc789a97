import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '../session/queries.ts'
import { Brand } from './brand.tsx'

/** A page before sign-in: the workspace's logo, a heading and one card. */
export function AuthLayout({
  heading,
  children,
}: {
  heading: (site: string) => string
  children: ReactNode
}) {
  const config = useSuspenseQuery(configQuery).data
  return (
    <main className="grid min-h-full place-items-center bg-[radial-gradient(56rem_34rem_at_50%_0,var(--accent-subtle),transparent)] p-4">
      <div className="w-full max-w-88 pb-[8vh]">
        <div className="mb-6 flex flex-col items-center gap-4 text-center">
          <Brand logoUrl={config['app.logo_url']} />
          <h1 className="text-xl font-semibold tracking-[-0.015em]">
            {heading(config['app.site_name'] || 'Parley')}
          </h1>
        </div>
        <div className="rounded-xl bg-surface p-6 shadow-pop">{children}</div>
      </div>
    </main>
  )
}
