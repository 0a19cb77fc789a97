import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { i18n } from '../lib/i18n.ts'
import { isInboxType } from '../lib/inbox-list.ts'
import { showFailure } from '../lib/toast.ts'
import { admin } from './admin/admin-tree.ts'
import { ContactSearch } from './contacts/contact-search.ts'
import { ListSearch } from './inbox/list-search.ts'
import { lazyPage } from './lazy-page.ts'
import { reports } from './report-tree.ts'
import { main, root } from './root-routes.ts'
import { readRouteID } from './route-id.ts'

const redirectToMyInbox = () =>
  redirect({ to: '/inboxes/$type', params: { type: 'assigned' }, replace: true })

const login = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: z.object({
    next: z.string().optional().catch(undefined),
    /** Why a sign-in at a provider failed, and which provider it was. */
    sso: z.string().optional().catch(undefined),
    provider: z.coerce.number().optional().catch(undefined),
  }),
  component: lazyPage(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
  staticData: { title: 'login.title' },
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPage(() => import('../features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  staticData: { title: 'reset_password.title' },
})
const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  validateSearch: z.object({ token: z.coerce.string().optional().catch(undefined) }),
  component: lazyPage(() => import('../features/auth/set-password-page.tsx'), 'SetPasswordPage'),
  staticData: { title: 'set_password.title' },
})

/** List and conversation side by side. */
const inboxLayout = createRoute({
  getParentRoute: () => main,
  id: 'desk',
  validateSearch: ListSearch,
  component: lazyPage(() => import('./inbox-layout.tsx'), 'InboxLayout'),
})
const inboxType = createRoute({
  getParentRoute: () => inboxLayout,
  path: '/inboxes/$type',
  beforeLoad: ({ params }) => {
    if (isInboxType(params.type)) return
    showFailure(new Error(i18n.t('inbox.invalid_type')))
    throw redirectToMyInbox()
  },
})
const inboxTypeConversation = createRoute({
  getParentRoute: () => inboxType,
  path: 'conversation/$uuid',
})
const teamInbox = createRoute({
  getParentRoute: () => inboxLayout,
  path: '/inboxes/teams/$teamID',
  params: {
    parse: ({ teamID }) => ({ teamID: readRouteID(teamID) }),
    stringify: ({ teamID }) => ({ teamID: String(teamID) }),
  },
  beforeLoad: ({ params }) => {
    if (!(params.teamID > 0)) throw redirectToMyInbox()
  },
})
const teamInboxConversation = createRoute({
  getParentRoute: () => teamInbox,
  path: 'conversation/$uuid',
})
const viewInbox = createRoute({
  getParentRoute: () => inboxLayout,
  path: '/inboxes/views/$viewID',
  params: {
    parse: ({ viewID }) => ({ viewID: readRouteID(viewID) }),
    stringify: ({ viewID }) => ({ viewID: String(viewID) }),
  },
  beforeLoad: ({ params }) => {
    if (!(params.viewID > 0)) throw redirectToMyInbox()
  },
})
const viewInboxConversation = createRoute({
  getParentRoute: () => viewInbox,
  path: 'conversation/$uuid',
})
const search = createRoute({
  getParentRoute: () => main,
  path: '/inboxes/search',
  validateSearch: z.object({ q: z.string().max(500).optional().catch(undefined) }),
  component: lazyPage(() => import('../features/search/search-page.tsx'), 'SearchPage'),
  staticData: { title: 'inbox.search' },
})
const contacts = createRoute({
  getParentRoute: () => main,
  path: '/contacts',
  validateSearch: ContactSearch,
  component: lazyPage(() => import('./contacts/contacts-page.tsx'), 'ContactsPage'),
  staticData: { title: 'contacts.all' },
})
const contact = createRoute({
  getParentRoute: () => main,
  path: '/contacts/$contactID',
  params: {
    parse: ({ contactID }) => ({ contactID: readRouteID(contactID) }),
    stringify: ({ contactID }) => ({ contactID: String(contactID) }),
  },
  component: lazyPage(() => import('./contacts/contact-page.tsx'), 'ContactPage'),
  staticData: { title: 'contacts.contact' },
})
const account = createRoute({
  getParentRoute: () => main,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/profile', replace: true })
  },
})
const profile = createRoute({
  getParentRoute: () => main,
  path: '/account/profile',
  component: lazyPage(() => import('../features/account/profile/profile-page.tsx'), 'ProfilePage'),
  staticData: { title: 'account.profile.title' },
})
const security = createRoute({
  getParentRoute: () => main,
  path: '/account/security',
  component: lazyPage(() => import('../features/account/security/security-page.tsx'), 'SecurityPage'),
  staticData: { title: 'account.security' },
})
const notifications = createRoute({
  getParentRoute: () => main,
  path: '/account/notifications',
  component: lazyPage(
    () => import('../features/account/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
  staticData: { title: 'account.notifications' },
})
const shortcuts = createRoute({
  getParentRoute: () => main,
  path: '/account/shortcuts',
  component: lazyPage(() => import('../features/account/shortcuts/shortcuts-page.tsx'), 'ShortcutsPage'),
  staticData: { title: 'account.shortcuts' },
})
const setUpSecondFactor = createRoute({
  getParentRoute: () => root,
  path: '/set-up-second-factor',
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  component: lazyPage(
    () => import('../features/account/security/required-factor-page.tsx'),
    'RequiredFactorPage',
  ),
  staticData: { title: 'required_factor.title' },
})
const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirectToMyInbox()
  },
})

export const routeTree = root.addChildren([
  login,
  resetPassword,
  setPassword,
  main.addChildren([
    inboxLayout.addChildren([
      inboxType.addChildren([inboxTypeConversation]),
      teamInbox.addChildren([teamInboxConversation]),
      viewInbox.addChildren([viewInboxConversation]),
    ]),
    search,
    contacts,
    contact,
    reports,
    admin,
    account,
    profile,
    security,
    notifications,
    shortcuts,
  ]),
  setUpSecondFactor,
  notFound,
])
