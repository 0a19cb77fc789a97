import type { Explanation } from '@parley/contract/conversations/explanation'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../lib/lazy-part.ts'

const ExplanationPopover = lazyPart(() => import('./explanation-popover.tsx'), 'ExplanationPopover')

/** Explains why something happened automatically in a conversation. `what` describes it for screen readers. */
export function WhyButton(props: { why: Explanation; what: string; uuid: string }) {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<span className="font-medium">{t('why.ask')}</span>}>
      <ExplanationPopover {...props} />
    </Suspense>
  )
}
