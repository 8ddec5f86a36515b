import { z } from 'zod';
import { contract } from '../../upstream/contract/contract';
import { fieldsOf } from '../../upstream/contract/shapes';
import { protectedFields } from '../platform/form/verification.server';

const { createWithdrawAccount, updateWithdrawAccount, deleteWithdrawAccount } = contract.withdrawAccounts;

export const newAccountSchema = z.strictObject(protectedFields(createWithdrawAccount));

export const changeAccountSchema = z.strictObject({
  name: fieldsOf(updateWithdrawAccount).name.unwrap(),
  is_default: z.literal('on').optional(),
});

export const deleteAccountSchema = z.strictObject(protectedFields(deleteWithdrawAccount));
