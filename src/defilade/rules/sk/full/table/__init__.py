"""How the table shows guns, vehicles and artillery: looks, grips, and answers that are given as one."""
