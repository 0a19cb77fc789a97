import type { Explanation } from '@parley/contract/conversations/explanation'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

const ExplanationPopover = lazy(() =>
  import('./explanation-popover.tsx').then((m) => ({ default: m.ExplanationPopover })),
)

/** Asks why something happened to a conversation by itself. `what` is what happened, for those who only hear the button. */
export function WhyButton(props: { why: Explanation; what: string; uuid: string }) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<span className="font-medium">{t('why.ask')}</span>}>
      <ExplanationPopover {...props} />
    </Suspense>
  )
}
