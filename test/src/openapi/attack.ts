/** Runs schemathesis over the document of a real server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/program.ts';
import { openStage, type Stage } from './stage.ts';
import { stagedDocument } from './staged.ts';
import { programs } from './venv.ts';

export interface Plan {
  readonly seed: number;
  /** Cases for each operation, in each phase that draws them. */
  readonly cases: number;
  /** More words for schemathesis. */
  readonly more: readonly string[];
}

/** The exit code of schemathesis: 0 if it found nothing. */
export async function attack(plan: Plan): Promise<number> {
  const bin = programs();
  const stage = await openStage();
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), await stagedDocument(stage));
    return await run(join(bin, 'schemathesis'), { folder, stage, plan });
  } finally {
    await stage.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Where {
  readonly folder: string;
  readonly stage: Stage;
  readonly plan: Plan;
}

async function run(program: string, { folder, stage, plan }: Where): Promise<number> {
  const { seed, cases, more } = plan;
  const config = join(ROOT, 'test/tools/openapi/schemathesis.toml');
  const counts = ['--seed', String(seed), '--max-examples', String(cases), '--workers', '1'];
  const words = [
    '--config-file',
    config,
    'run',
    'openapi.json',
    '--url',
    stage.url,
    ...counts,
    '--continue-on-failure',
  ];
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: join(ROOT, 'test/tools/openapi'),
    PYTHONDONTWRITEBYTECODE: '1',
    SERVER_URL: stage.url,
    SERVER_TOKENS: JSON.stringify(stage.tokens),
  };
  const child = spawn(program, [...words, ...more], { cwd: folder, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return (code as number | null) ?? 1;
}
