import type { Locator, Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Every list of an administrator with nothing in it, with a few rows and with 500: seen by axe, at 375 px, and by keyboard.

type List = {
  route: string
  /** Also what its rows are called. */
  title: string
  /** Said while there is none; left out where some are always there. */
  empty?: string
  /** Adds rows `$1` to `$2`; `name` is theirs, and the first one's is as long as names get. */
  add: string
}

const nameOf = (longest: number) => `case n when 1 then repeat('W', ${longest}) else 'Row ' || n end`
const numbers = 'generate_series($1::int, $2::int) n'
const lists: readonly List[] = [
  {
    route: '/admin/conversations/tags',
    title: 'Tags',
    empty: 'No tags yet',
    add: `insert into tags (created_at, updated_at, name) select now(), now(), ${nameOf(140)} from ${numbers}`,
  },
  {
    route: '/admin/conversations/macros',
    title: 'Macros',
    empty: 'No macros yet',
    add: `insert into macros (created_at, updated_at, name, message_content)
      select now(), now(), ${nameOf(140)}, '<p>Hello</p>' from ${numbers}`,
  },
  {
    route: '/admin/automations',
    title: 'Automations',
    empty: 'No rules for new conversations yet',
    // Switched off: what they would do is of no interest here.
    add: `insert into automation_rules (created_at, updated_at, active_since, enabled, name, type, body)
      select now(), now(), now(), false, ${nameOf(140)}, 'new_conversation',
        '{"groups":[{"logical_op":"AND","rules":[]},{"logical_op":"AND","rules":[]}],"group_operator":"AND","actions":[]}' from ${numbers}`,
  },
  {
    route: '/admin/custom-attributes',
    title: 'Custom attributes',
    empty: 'No conversation attributes yet',
    add: `insert into custom_attribute_definitions (created_at, updated_at, name, description, applies_to, key, data_type)
      select now(), now(), ${nameOf(140)}, 'A row', 'conversation', 'row_' || n, 'text' from ${numbers}`,
  },
  {
    route: '/admin/conversations/statuses',
    title: 'Statuses',
    add: `insert into statuses (created_at, name, category) select now(), ${nameOf(25)}, 'open' from ${numbers}`,
  },
  {
    route: '/admin/teams/teams',
    title: 'Teams',
    empty: 'No teams yet',
    add: `insert into teams (created_at, updated_at, name) select now(), now(), ${nameOf(140)} from ${numbers}`,
  },
  {
    route: '/admin/teams/agents',
    title: 'Agents',
    add: `insert into agents (created_at, updated_at, first_name, email)
      select now(), now(), ${nameOf(140)}, 'row' || n || '@lists.test' from ${numbers}`,
  },
  {
    route: '/admin/teams/roles',
    title: 'Roles',
    add: `insert into roles (created_at, updated_at, name, permissions)
      select now(), now(), ${nameOf(50)}, '{conversations:read}' from ${numbers}`,
  },
  {
    route: '/admin/business-hours',
    title: 'Business hours',
    add: `insert into business_hours (created_at, updated_at, name, is_always_open)
      select now(), now(), ${nameOf(140)}, true from ${numbers}`,
  },
  {
    route: '/admin/sla',
    title: 'SLA policies',
    add: `insert into sla_policies (created_at, updated_at, name, first_response_time)
      select now(), now(), ${nameOf(140)}, '4h' from ${numbers}`,
  },
  {
    route: '/admin/inboxes',
    title: 'Inboxes',
    add: `insert into inboxes (created_at, updated_at, name, "from", address)
      select now(), now(), ${nameOf(140)}, 'row' || n || '@lists.test', 'row' || n || '@lists.test' from ${numbers}`,
  },
  {
    route: '/admin/templates',
    title: 'Templates',
    add: `insert into templates (created_at, updated_at, type, name, body)
      select now(), now(), 'email_outgoing', ${nameOf(140)}, '{{ content }}' from ${numbers}`,
  },
  {
    route: '/admin/sso',
    title: 'Single sign-on',
    empty: 'No single sign-on yet',
    add: `insert into oidc_providers (created_at, updated_at, name, provider, provider_url, client_id, enabled)
      select now(), now(), ${nameOf(140)}, 'Custom', 'https://row' || n || '.lists.test', 'row', false from ${numbers}`,
  },
  {
    route: '/admin/ai',
    title: 'AI assistance',
    empty: 'No language model connected',
    add: `insert into ai_providers (created_at, updated_at, name, kind, base_url, model)
      select now(), now(), ${nameOf(140)}, 'openai_compatible', 'https://row' || n || '.lists.test', 'row' from ${numbers}`,
  },
]

let page: Page

test.use({ workspace_of: 'lists' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Lise', { roles: ['Admin'] }),
  )
})
test.afterAll(async () => {
  await page?.context().close()
})

/** By element: asking 500 of them for their role takes a second each time. */
const rowsOf = ({ title }: List): Locator =>
  page.getByRole('list', { name: title, exact: true }).locator('li')

/** For a busy machine; nothing here waits for a clock. */
const patience = lists.length * 30_000

/** All lists one after the other; what was found at each is told at the end. */
async function each(work: (list: List) => Promise<void>) {
  const found: string[] = []
  // What was there before is not kept: the rows came behind the product's back.
  await page.goto('/admin')
  for (const list of lists) {
    await test
      .step(list.title, async () => {
        await desk.navigate(page, list.route)
        await expect(page.getByRole('heading', { name: list.title, level: 1 })).toBeVisible()
        await work(list)
      })
      .catch((error: unknown) => found.push(`${list.title}: ${String(error).slice(0, 900)}`))
  }
  expect(found).toEqual([])
}

/** Whatever scrolls, scrolls up and down only: names what is broader than its place. */
const tooWide = () =>
  page.evaluate<string[]>(`[document.documentElement, ...document.querySelectorAll('main, main *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .map((one) => [...one.querySelectorAll('*')]
      .toSorted((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0].outerHTML.slice(0, 300))`)

test('a list without rows says what the thing is for, and offers to make the first', async () => {
  test.setTimeout(patience)
  await each(async (list) => {
    if (list.empty) {
      await expect(page.getByRole('heading', { name: list.empty })).toBeVisible()
      const main = page.getByRole('main')
      // A kind of rules is called "New conversation".
      const name = /^New (?!conversation$)/
      const first = main.getByRole('link', { name }).or(main.getByRole('button', { name }))
      await expect(first).toHaveCount(1)
    } else await expect(rowsOf(list).first()).toBeVisible()
  })
})

test('with three rows axe finds nothing in either theme, and a long name pushes nothing aside', async ({
  parley,
}) => {
  test.setTimeout(patience)
  for (const { add } of lists) await parley.query(add, [1, 3])
  await each(async (list) => {
    await expect(rowsOf(list).filter({ hasText: 'WWWWWWWWWW' })).toHaveCount(1)
    expect(await findViolationsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(tooWide).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

test('500 rows: only those in sight are drawn, the search finds, and keys move', async ({ parley }) => {
  test.setTimeout(patience)
  for (const { add } of lists) await parley.query(add, [4, 500])
  await each(async (list) => {
    const rows = rowsOf(list)
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(500)
    const drawn = await rows.evaluateAll(
      (all) =>
        all.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length,
    )
    expect(drawn).toBeLessThan(60)
    const names = rows.locator('[data-row-stop]')
    await names.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(names.last()).toBeFocused()
    await expect(names.last()).toBeInViewport()
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(tooWide).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    // At once: key by key, all rows are searched seven times.
    await page.keyboard.insertText('row 499')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Row 499')
  })
})
