import {
  Hourglass,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Smile,
  Tag,
  UserRound,
  Users,
} from 'lucide-react'
import type { NavEntry } from '../areas/nav-entries.ts'
import { reportPages } from '../features/reports/report-pages.ts'

const icons: Record<(typeof reportPages)[number]['name'], LucideIcon> = {
  overview: LayoutDashboard,
  agents: UserRound,
  teams: Users,
  inboxes: Inbox,
  tags: Tag,
  sla: Hourglass,
  satisfaction: Smile,
}

export const allReportEntries: readonly NavEntry[] = reportPages.map(({ name, path, label }) => ({
  path,
  label,
  icon: icons[name],
  permissions: ['reports:manage'],
}))
