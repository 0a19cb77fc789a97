import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import ignore from '@balena/dockerignore'
import { type Copy, DockerfileParser, type Env, type From, type Instruction } from 'dockerfile-ast'
import { chrootCommand, createDebianRoot, defaultPath, installNode, removeTree, run } from './debian-root.ts'

export const repository = resolve(import.meta.dirname, '../../../..')

/** What the last stage of a Dockerfile describes, with its file system in `root`. */
export type ReplayedImage = {
  root: string
  env: Record<string, string>
  workdir: string
  /** ENTRYPOINT and CMD. */
  command: string[]
  user: { uid: number; gid: number }
  volumes: string[]
  health_check: string[]
}

type Stage = ReplayedImage & { name: string; entrypoint: string[]; cmd: string[] }

/**
 * Replays a Dockerfile without Docker, as root: each stage is a copy of a Debian root made with debootstrap, RUN steps run
 * in it with chroot, COPY honours .dockerignore. The image `node` is that root with Node.js and npm of this installation.
 * Steps that it doesn't know throw.
 */
export async function replayDockerfile(folder: string, log: (line: string) => void): Promise<ReplayedImage> {
  const stages: Stage[] = []
  const dockerfile = DockerfileParser.parse(readFileSync(join(repository, 'Dockerfile'), 'utf8'))
  for (const instruction of dockerfile.getInstructions()) {
    log(`${instruction.getKeyword()} ${instruction.getArgumentsContent()?.split('\n')[0]}`)
    if (instruction.getKeyword() === 'FROM')
      stages.push(await startStage(folder, instruction as From, stages))
    else await applyStep(instruction, stages)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('The Dockerfile has no stage')
  for (const { root } of stages) if (root !== last.root) removeTree(root)
  return { ...last, command: [...last.entrypoint, ...last.cmd] }
}

async function startStage(folder: string, from: From, stages: Stage[]): Promise<Stage> {
  const name = from.getBuildStage() ?? `stage${stages.length}`
  const root = join(folder, name)
  const debian = join(folder, 'debian')
  if (!existsSync(debian)) await createDebianRoot(debian)
  const image = from.getImage()
  const earlier = stages.find((stage) => stage.name === image)
  await run('cp', ['--archive', '--reflink=auto', earlier?.root ?? debian, root])
  if (earlier) return { ...earlier, name, root, env: { ...earlier.env } }
  if (image === 'node:24-bookworm-slim') installNode(root)
  else if (image !== 'debian:bookworm-slim') throw new Error(`The replay has no image ${image}`)
  return {
    ...{ name, root, workdir: '/', user: { uid: 0, gid: 0 }, volumes: [], health_check: [] },
    ...{ env: { PATH: defaultPath }, command: [], entrypoint: [], cmd: [] },
  }
}

async function applyStep(instruction: Instruction, stages: Stage[]): Promise<void> {
  const stage = stages.at(-1)
  const step = steps[instruction.getKeyword()]
  if (!stage || !step) throw new Error(`The replay doesn't know ${instruction.getKeyword()}`)
  await step(stage, instruction, stages)
}

const steps: Record<
  string,
  (stage: Stage, instruction: Instruction, stages: Stage[]) => void | Promise<void>
> = {
  WORKDIR(stage, instruction) {
    stage.workdir = resolve(stage.workdir, wordsOf(instruction)[0] ?? '')
    mkdirSync(join(stage.root, stage.workdir), { recursive: true })
  },
  ENV(stage, instruction) {
    for (const property of (instruction as Env).getProperties())
      stage.env[property.getName()] = expand(property.getValue() ?? '', stage.env)
  },
  RUN: (stage, instruction) => runStep(stage, instruction.getRawArgumentsContent() ?? ''),
  COPY: (stage, instruction, stages) => copyStep(stage, instruction as Copy, stages),
  USER(stage, instruction) {
    const [uid, gid] = (wordsOf(instruction)[0] ?? '').split(':').map(Number)
    if (!uid || !gid) throw new Error('Kubernetes can only tell that a user is not root from a number')
    stage.user = { uid, gid }
  },
  VOLUME: (stage, instruction) => void stage.volumes.push(...wordsOf(instruction)),
  EXPOSE: () => {},
  HEALTHCHECK(stage, instruction) {
    stage.health_check = JSON.parse(
      /CMD\s+(\[.*\])/.exec(instruction.getArgumentsContent() ?? '')?.[1] ?? '[]',
    )
  },
  ENTRYPOINT(stage, instruction) {
    stage.entrypoint = JSON.parse(instruction.getArgumentsContent() ?? '[]')
  },
  CMD(stage, instruction) {
    stage.cmd = JSON.parse(instruction.getArgumentsContent() ?? '[]')
  },
}

const wordsOf = (instruction: Instruction) => instruction.getArguments().map((word) => word.getValue())

const expand = (text: string, env: Record<string, string>) =>
  text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => env[name] ?? '')

async function runStep({ root, env, workdir }: Stage, script: string): Promise<void> {
  const [program = '', ...args] = chrootCommand({ root, env, workdir })
  await run(program, [...args, 'sh', '-c', script])
}

function copyStep(stage: Stage, copy: Copy, stages: Stage[]): void {
  const words = wordsOf(copy)
  const target = words.pop() ?? ''
  const destination = join(stage.root, resolve(stage.workdir, target))
  const name = copy.getFromFlag()?.getValue()
  const from = name ? stages.find((one) => one.name === name)?.root : repository
  if (from === undefined) throw new Error(`There is no stage ${name}`)
  const isFolder = target.endsWith('/') || words.length > 1
  for (const word of words) {
    const source = join(from, word)
    const goal = isFolder && statSync(source).isFile() ? join(destination, basename(word)) : destination
    if (name) copyTree(source, goal)
    else
      for (const file of contextFiles(word)) copyTree(join(from, file), join(goal, file.slice(word.length)))
  }
}

function copyTree(source: string, goal: string): void {
  mkdirSync(dirname(goal), { recursive: true })
  cpSync(source, goal, { recursive: true, verbatimSymlinks: true })
}

let contextCache: string[] | undefined // listed once

/** The files of the build context at this path. Docker refuses one that .dockerignore leaves out. */
function contextFiles(path: string): string[] {
  const rules = readFileSync(join(repository, '.dockerignore'), 'utf8')
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  contextCache ??= ignore
    .default()
    .add(rules)
    .filter(execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).trim().split('\n'))
    .filter((file) => existsSync(join(repository, file)))
  const files = contextCache.filter((file) => file === path || file.startsWith(`${path}/`))
  if (files.length === 0) throw new Error(`The build context has no ${path}`)
  return files
}
