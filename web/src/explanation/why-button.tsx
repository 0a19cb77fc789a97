import type { Explanation } from '@parley/contract/conversations/explanation'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

const ExplanationPopover = lazy(() =>
  import('./explanation-popover.tsx').then((m) => ({ default: m.ExplanationPopover })),
)

/** Explains why something happened automatically in a conversation. `what` describes it for screen readers. */
export function WhyButton(props: { why: Explanation; what: string; uuid: string }) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<span className="font-medium">{t('why.ask')}</span>}>
      <ExplanationPopover {...props} />
    </Suspense>
  )
}
