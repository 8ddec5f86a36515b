import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { fieldsOf } from '../../upstream/contract/shapes';

export const actSchema = z.strictObject({ act: fieldsOf(contract.demo.actInDemo).act });
