import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../lib/lazy-part.ts'
import { useTheme } from '../lib/theme.ts'
import { markToasterMounted, useIsToasterNeeded } from '../lib/toast.ts'
import { TooltipProvider } from '../ui/overlays/tooltip.tsx'
import { DocumentTitle } from './document-title.ts'

const Toaster = lazyPart(() => import('../ui/overlays/toaster.tsx'), 'Toaster')

export function Root() {
  const { t } = useTranslation()
  const theme = useTheme()
  const toasterWanted = useIsToasterNeeded()
  return (
    <TooltipProvider>
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
    </TooltipProvider>
  )
}
