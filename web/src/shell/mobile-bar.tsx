import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaKey } from '../areas/use-areas.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { WorkspaceLogo } from '../session/logo.tsx'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { Drawer } from '../ui/overlays/drawer.tsx'
import { AreaLinks, PaletteButton } from './main-bar.tsx'
import { NotificationBell } from './notifications/notification-bell.tsx'
import { AreaPanel } from './panels/area-panel.tsx'
import { UserMenu } from './user-menu.tsx'

/** The layout at 768 px and below: a top bar, and the navigation in an 18rem sheet. */
export function MobileBar({
  area,
  siteName,
  reading,
  open,
  onOpenChange,
}: {
  area: AreaKey | null
  siteName: string
  /** Whether a conversation is open. */
  reading: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const close = useEffectEvent(() => onOpenChange(false))
  // Navigating closes the sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => close(), [pathname])
  return (
    <>
      {!reading && (
        <header className="flex h-12 shrink-0 items-center gap-2 px-2">
          <IconButton label={t('ui.open_menu')} size="lg" onClick={() => onOpenChange(true)}>
            <MenuIcon size={18} aria-hidden />
          </IconButton>
          <span className="flex-1 truncate text-md font-semibold">{area ? t(`area.${area}`) : siteName}</span>
          <NotificationBell
            expanded={false}
            className="grid size-9 place-items-center rounded-lg text-ink-2"
          />
          <CommandButton command="conversation.new" size="lg" />
        </header>
      )}
      <Drawer open={open} onOpenChange={onOpenChange} side="left" label={t('shell.panel')}>
        <div className="flex h-full flex-col gap-1 overflow-y-auto p-2.5 [&_a]:min-h-9">
          <div className="mb-1 flex h-8 items-center gap-2.5 px-0.75">
            <WorkspaceLogo />
            <span className="truncate text-md font-semibold">{siteName}</span>
          </div>
          <nav aria-label={t('shell.main')}>
            <AreaLinks expanded current={area} />
          </nav>
          <div className="my-2 border-t" />
          {area && <AreaPanel area={area} />}
          <div className="flex-1" />
          <PaletteButton expanded onOpen={() => onOpenChange(false)} />
          <UserMenu expanded />
        </div>
      </Drawer>
    </>
  )
}
