import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../lib/theme.ts'
import { Toaster } from '../ui/toaster.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export function Root() {
  const { t } = useTranslation()
  useDocumentTitle()
  return (
    <TooltipProvider>
      <Outlet />
      <Toaster theme={useTheme()} label={t('ui.notifications')} />
    </TooltipProvider>
  )
}
