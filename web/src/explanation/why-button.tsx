import type { Explanation } from '@parley/contract/explanation'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

const Why = lazy(() => import('./why.tsx').then((m) => ({ default: m.Why })))

/** Asks why something happened by itself. `what` is what happened, for those who only hear the button. */
export function WhyButton({ why, what }: { why: Explanation; what: string }) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<span className="font-medium">{t('why.ask')}</span>}>
      <Why why={why} what={what} />
    </Suspense>
  )
}
