import { area } from './admin-area-route.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { integrationRoutes } from './integration-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

export const admin = area.addChildren([
  ...workspaceRoutes,
  ...conversationRoutes,
  ...peopleRoutes,
  ...integrationRoutes,
])
