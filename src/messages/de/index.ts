// All texts in German, by the page or part that shows them.
import { admin } from './admin.ts';
import { keys } from './keys.ts';
import { activity } from './activity.ts';
import { jobs } from './jobs.ts';
import { settings } from './settings.ts';
import { home } from './home.ts';
import { common } from './common.ts';
import { front } from './front.ts';
import { tools } from './tools.ts';
import { workbench } from './workbench.ts';
import { preview } from './preview.ts';
import { charts } from './charts.ts';
import { playground } from './playground.ts';
import { shares } from './shares.ts';
import { plan } from './plan.ts';
import { code } from './code.ts';
import { fields } from './fields.ts';
import { served } from './served.ts';
import { errors } from './errors.ts';
import { refusals } from './refusals.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

export const de = {
  common,
  shell,
  signIn,
  keys,
  activity,
  jobs,
  settings,
  home,
  front,
  tools,
  workbench,
  preview,
  admin,
  charts,
  playground,
  shares,
  plan,
  code,
  fields,
  served,
  refusals,
  errors,
};
