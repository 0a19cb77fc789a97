import { Outlet } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '../lib/browser/when-idle.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useTheme } from '../lib/theme.ts'
import { markToasterMounted, useIsToasterNeeded } from '../lib/toast.ts'
import { DocumentTitle } from './document-title.ts'

const Toaster = lazyPart(() => import('../ui/overlays/toaster.tsx'), 'Toaster')
const TooltipLayer = lazyPart(() => import('../ui/overlays/tooltip-layer.tsx'), 'TooltipLayer')

export function Root() {
  const { t } = useTranslation()
  const theme = useTheme()
  const toasterWanted = useIsToasterNeeded()
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return (
    <>
      <DocumentTitle />
      <Outlet />
      <Suspense>
        {toasterWanted && (
          <Toaster
            theme={theme}
            label={t('ui.notifications')}
            closeLabel={t('ui.close')}
            onMount={markToasterMounted}
          />
        )}
      </Suspense>
      <Suspense>{isIdle && <TooltipLayer />}</Suspense>
    </>
  )
}
