import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../lib/theme.ts'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { useDocumentTitle } from './use-document-title.ts'

// Not part of the first load: nothing can fail before there is something to fail at.
const Toaster = lazy(() => import('../ui/toaster.tsx').then((m) => ({ default: m.Toaster })))

export function Root() {
  const { t } = useTranslation()
  const theme = useTheme()
  useDocumentTitle()
  return (
    <TooltipProvider>
      <Outlet />
      <Suspense>
        <Toaster theme={theme} label={t('ui.notifications')} closeLabel={t('ui.close')} />
      </Suspense>
    </TooltipProvider>
  )
}
