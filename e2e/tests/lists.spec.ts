import type { Locator, Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Every admin list without rows, with a few and with 500: checked with axe, at 375 px, and by keyboard.

type List = {
  route: string
  /** Also the name of its rows. */
  title: string
  /** The empty state; not set if there are always rows. */
  empty?: string
  /** SQL that adds rows `$1` to `$2`; `name` is their name, and the first one's is of the maximum length. */
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
    // Disabled, as their actions do not matter here.
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

/** By element, because computing the role of 500 elements takes a second each time. */
const rowsOf = ({ title }: List): Locator =>
  page.getByRole('list', { name: title, exact: true }).locator('li')

/** For a busy machine; nothing here waits for a timer. */
const listTimeout = lists.length * 30_000

/** Runs all lists one by one and reports all failures at the end. */
async function forEachList(check: (list: List) => Promise<void>) {
  const failures: string[] = []
  // Drops the cached rows, because new ones were added directly to the database.
  await page.goto('/admin')
  for (const list of lists) {
    await test
      .step(list.title, async () => {
        await desk.navigate(page, list.route)
        await expect(page.getByRole('heading', { name: list.title, level: 1 })).toBeVisible()
        await check(list)
      })
      .catch((error: unknown) => failures.push(`${list.title}: ${String(error).slice(0, 900)}`))
  }
  expect(failures).toEqual([])
}

/** Nothing may scroll horizontally: returns the elements that are wider than their container. */
const findTooWide = () =>
  page.evaluate<string[]>(`[document.documentElement, ...document.querySelectorAll('main, main *')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .map((one) => [...one.querySelectorAll('*')]
      .toSorted((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)[0].outerHTML.slice(0, 300))`)

test('a list without rows explains its purpose and offers to create the first', async () => {
  test.setTimeout(listTimeout)
  await forEachList(async (list) => {
    if (list.empty) {
      await expect(page.getByRole('heading', { name: list.empty })).toBeVisible()
      const main = page.getByRole('main')
      // A kind of rule is called "New conversation".
      const name = /^New (?!conversation$)/
      const first = main.getByRole('link', { name }).or(main.getByRole('button', { name }))
      await expect(first).toHaveCount(1)
    } else await expect(rowsOf(list).first()).toBeVisible()
  })
})

test('with three rows axe finds nothing in either theme, and a long name shifts nothing', async ({
  parley,
}) => {
  test.setTimeout(listTimeout)
  for (const { add } of lists) await parley.query(add, [1, 3])
  await forEachList(async (list) => {
    await expect(rowsOf(list).filter({ hasText: 'WWWWWWWWWW' })).toHaveCount(1)
    expect(await findViolationsInBothThemes(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(findTooWide).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

test('500 rows: only visible ones are rendered, search finds any, and keys move through them', async ({
  parley,
}) => {
  test.setTimeout(listTimeout)
  for (const { add } of lists) await parley.query(add, [4, 500])
  await forEachList(async (list) => {
    const rows = rowsOf(list)
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(500)
    const drawn = await rows.evaluateAll(
      (elements) =>
        elements.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
          .length,
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
    await expect.poll(findTooWide).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    // At once, because typing key by key would search all rows seven times.
    await page.keyboard.insertText('row 499')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('Row 499')
  })
})
