import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AreaKey, areaOf, useAreas } from '../areas/use-areas.ts'
import { useRouteExists } from '../areas/use-route-exists.ts'
import { useCommands } from '../commands/command-registry.ts'
import { startBuffering } from '../commands/keystroke-buffer/text-buffer.ts'
import { useEscapeToBlur } from '../commands/shortcuts/use-escape-to-blur.ts'
import { useShortcuts } from '../commands/shortcuts/use-shortcuts.ts'
import { useDraftUploads } from '../editor/message/use-draft-uploads.ts'
import { ConfirmIdentity } from '../features/account/confirm-identity/confirm-identity.tsx'
import { HeldSends } from '../features/composer/undo-send/held-sends.tsx'
import { NewConversation } from '../features/new-conversation/new-conversation.tsx'
import { Views } from '../features/views/views.tsx'
import { useStoredFlag } from '../lib/browser/stored-value.ts'
import { useFitsSidePanel, useIsMobile } from '../lib/browser/use-media-query.ts'
import { whenIdle } from '../lib/browser/when-idle.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { preloadToaster } from '../lib/toast.ts'
import { useEverTrue } from '../lib/use-ever-true.ts'
import { AvailabilityProvider } from '../session/agent-availability.tsx'
import { may } from '../session/permissions.ts'
import { configQuery } from '../session/queries.ts'
import { centreOpen } from '../session/unread-notifications.ts'
import { useAvailabilitySwitch, useAvailabilityWatch } from '../session/use-availability.ts'
import { useMe } from '../session/use-me.ts'
import { usePreferences } from '../session/use-preferences.ts'
import { useLoggedActions } from '../undo/action-log.ts'
import { EarlyUndo } from '../undo/early-undo.tsx'
import { MainBar } from './main-bar.tsx'
import { readMainBarExpanded, rememberMainBarExpanded } from './main-bar-cookie.ts'
import { Notices } from './notices/notices.tsx'
import { VisitedConversations } from './palette-sources/visited-conversations.ts'
import { AreaPanel } from './panels/area-panel.tsx'
import { availabilityCommands, goCommands, shellCommands } from './shell-commands.ts'
import { usePalette } from './use-palette.ts'

const Palette = lazyPart(() => import('../commands/palette/palette.tsx'), 'Palette')
const SequenceHint = lazyPart(() => import('../commands/shortcuts/sequence-hint.tsx'), 'SequenceHint')
const ShellPaletteSources = lazyPart(
  () => import('./palette-sources/shell-palette-sources.tsx'),
  'ShellPaletteSources',
)
const LiveUpdates = lazyPart(() => import('../realtime/live-updates.ts'), 'LiveUpdates')
const NotificationWatch = lazyPart(
  () => import('./notifications/notification-watch.tsx'),
  'NotificationWatch',
)
const ShortcutSheet = lazyPart(() => import('../commands/shortcuts/shortcut-sheet.tsx'), 'ShortcutSheet')

const UndoLayer = lazyPart(() => import('../undo/undo-layer.tsx'), 'UndoLayer')

// Only on screens without room for the panel.
const Drawer = lazyPart(() => import('../ui/overlays/drawer.tsx'), 'Drawer')
const MobileBar = lazyPart(() => import('./mobile-bar.tsx'), 'MobileBar')

/** Everything around the page: main bar, side panel, palette and shortcuts. */
export function Shell() {
  // The workspace may start to require a second factor at any time.
  if (useMe().owes_second_factor) return <SecondFactorRedirect />
  return (
    <AvailabilityProvider>
      <ShellFrame />
    </AvailabilityProvider>
  )
}

/**
 * Redirects once. The router's <Navigate> navigates on every render: the location changes as soon as a navigation
 * starts, so each render started another one, back to the previous page, for as long as the target was loading.
 */
function SecondFactorRedirect() {
  const { href } = useLocation()
  const navigate = useNavigate()
  const redirect = useEffectEvent(() => navigate({ to: '/set-up-second-factor', search: { next: href } }))
  // The router is outside React.
  useEffect(() => void redirect(), [])
  return null
}

function ShellFrame() {
  const mobile = useIsMobile()
  const area = useLocation({ select: ({ pathname }) => areaOf(pathname) })
  // A conversation has its own header with a back button; two headers would take a sixth of a phone's screen.
  const isReadingConversation = useParams({ strict: false, select: ({ uuid }) => uuid !== undefined })
  const siteName = useSuspenseQuery(configQuery).data['app.site_name']
  const [expanded, setExpanded] = useState(readMainBarExpanded)
  const areaPanel = usePanel()
  const [navigationOpen, setNavigationOpen] = useState(false)
  useAvailabilityWatch()

  const foldBar = () => {
    if (mobile) return setNavigationOpen(!navigationOpen)
    setExpanded(!expanded)
    rememberMainBarExpanded(!expanded)
  }
  // The page and its layers keep their position in the tree when a tablet is rotated, so that their state is kept.
  return (
    <div className={mobile ? 'flex h-full flex-col' : 'flex h-full'}>
      {mobile ? (
        // Reserve its space, or the page would jump under the user's finger.
        <Suspense fallback={!isReadingConversation && <div className="h-12 shrink-0" />}>
          <MobileBar
            area={area}
            siteName={siteName}
            reading={isReadingConversation}
            open={navigationOpen}
            onOpenChange={setNavigationOpen}
          />
        </Suspense>
      ) : (
        <DesktopNavigation area={area} siteName={siteName} expanded={expanded} panel={areaPanel} />
      )}
      <div className={`flex min-w-0 flex-1 flex-col ${mobile ? 'min-h-0' : 'py-2 pr-2'}`}>
        <Notices />
        <main
          id="content"
          tabIndex={-1}
          className={`min-h-0 flex-1 overflow-hidden bg-surface outline-none ${mobile ? 'border-t' : 'rounded-sheet border'}`}
        >
          <Outlet />
        </main>
      </div>
      <ShellLayers foldBar={foldBar} foldPanel={areaPanel.toggle} />
    </div>
  )
}

/** Left of the page: the main bar, and the panel of the current area. */
function DesktopNavigation({
  area,
  siteName,
  expanded,
  panel,
}: {
  area: AreaKey | null
  siteName: string
  expanded: boolean
  panel: ReturnType<typeof usePanel>
}) {
  const { t } = useTranslation()
  return (
    <>
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-raised px-3 py-2 shadow-pop focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('ui.skip_to_content')}
      </a>
      <MainBar
        expanded={expanded}
        siteName={siteName}
        current={area}
        panelHidden={area !== null && !(panel.docked && panel.open)}
      />
      {area && !panel.docked && (
        <Suspense>
          <Drawer open={panel.open} onOpenChange={panel.toggle} side="left" label={t('shell.panel')}>
            <div className="overflow-y-auto p-2.5">
              <AreaPanel area={area} />
            </div>
          </Drawer>
        </Suspense>
      )}
      {area && panel.docked && panel.open && (
        <div className="w-56 shrink-0 overflow-y-auto py-2.5 pr-2 pl-0.5">
          <AreaPanel area={area} />
        </div>
      )}
    </>
  )
}

/** Docked beside the page where there is room, otherwise a drawer that closes on navigation. */
function usePanel() {
  const docked = useFitsSidePanel()
  const href = useLocation({ select: (location) => (docked ? null : location.href) })
  const [dockedOpen, setDockedOpen] = useStoredFlag('panel.open', true)
  /** The URL where the drawer was opened; anywhere else it is closed. */
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const open = docked ? dockedOpen : drawerAt === href
  const toggle = () => (docked ? setDockedOpen(!open) : setDrawerAt(open ? null : href))
  return { docked, open, toggle }
}

/** Palette, dialogs and shortcuts on top of the page. */
function ShellLayers({ foldBar, foldPanel }: { foldBar: () => void; foldPanel: () => void }) {
  const router = useRouter()
  const areas = useAreas()
  const exists = useRouteExists()
  const { levels, open, toggle, change, opener, isClosingRef } = usePalette()
  useEscapeToBlur()
  useDraftUploads()
  const visited = useRef<readonly string[]>([])
  const [sheetOpen, setSheetOpen] = useState(false)
  const [isIdle, setIdle] = useState(false)
  const [earlyUndos, setEarlyUndos] = useState(0)
  // Stays mounted once opened: only then can it restore the focus when it closes.
  const paletteNeeded = useEverTrue(levels !== null)
  // Whoever acts at once can undo it at once. Stays mounted, for its toasts.
  const hasActed = useLoggedActions().length > 0
  const undoNeeded = useEverTrue(isIdle || hasActed || earlyUndos > 0)
  const earlyUndo = <EarlyUndo onPress={() => setEarlyUndos((presses) => presses + 1)} />
  const sequencePrefix = useShortcuts((command) => open([command]))

  // Load these while idle: the network may be gone when they are first needed.
  useEffect(() => {
    whenIdle(() => {
      preloadToaster()
      Palette.preload()
      ShellPaletteSources.preload()
      ShortcutSheet.preload()
      SequenceHint.preload()
      setIdle(true)
    })
  }, [])

  const navigationCommands = goCommands(router, {
    areas,
    searchExists: exists('/inboxes/search'),
    trashExists: may(useMe(), 'conversations:delete'),
  })
  const preferences = usePreferences()
  const ownCommands = shellCommands({
    openPalette: toggle,
    openSheet: () => {
      if (!sheetOpen) startBuffering(performance.now())
      setSheetOpen(true)
    },
    foldBar,
    foldPanel,
    openNotifications: () => centreOpen.set(true),
    chooseTheme: (theme) => preferences.mutate({ theme }),
  })
  useCommands([
    ...navigationCommands,
    ...ownCommands,
    ...availabilityCommands(useMe().availability_status, useAvailabilitySwitch()),
  ])

  // Each has its own boundary: while one loads, the open ones stay mounted and keep the focus.
  return (
    <>
      <Suspense>
        <NewConversation />
      </Suspense>
      {/* Before the held sends, whose keys go first. */}
      <Suspense fallback={earlyUndo}>
        {undoNeeded ? <UndoLayer earlyPresses={earlyUndos} /> : earlyUndo}
      </Suspense>
      <Suspense>
        <HeldSends />
      </Suspense>
      <Suspense>
        <Views />
      </Suspense>
      <Suspense>
        {paletteNeeded && (
          <Palette levels={levels} onLevelsChange={change} opener={opener} isClosingRef={isClosingRef} />
        )}
      </Suspense>
      <VisitedConversations visitedRef={visited} />
      <Suspense>{paletteNeeded && <ShellPaletteSources visited={visited} />}</Suspense>
      {/* Has its own boundary. */}
      <ConfirmIdentity />
      <Suspense>{isIdle && <LiveUpdates />}</Suspense>
      <Suspense>{isIdle && <NotificationWatch />}</Suspense>
      <Suspense>{sequencePrefix && <SequenceHint prefix={sequencePrefix} />}</Suspense>
      <Suspense>{sheetOpen && <ShortcutSheet open={sheetOpen} onOpenChange={setSheetOpen} />}</Suspense>
    </>
  )
}
