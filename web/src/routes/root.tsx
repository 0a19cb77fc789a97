import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../lib/theme.ts'
import { toasterIsThere, useToasterWanted } from '../lib/toast.ts'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { useDocumentTitle } from './use-document-title.ts'

const Toaster = lazy(() => import('../ui/toaster.tsx').then((m) => ({ default: m.Toaster })))

export function Root() {
  const { t } = useTranslation()
  const theme = useTheme()
  const toasterWanted = useToasterWanted()
  useDocumentTitle()
  return (
    <TooltipProvider>
      <Outlet />
      <Suspense>
        {toasterWanted && (
          <Toaster
            theme={theme}
            label={t('ui.notifications')}
            closeLabel={t('ui.close')}
            onMount={toasterIsThere}
          />
        )}
      </Suspense>
    </TooltipProvider>
  )
}
